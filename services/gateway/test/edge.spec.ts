import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { endUnreadBodies } from '@sprayhunt/service-kit/harness';
import { eventually, RawConnection } from '@sprayhunt/service-kit/testing';
import type { FastifyInstance } from 'fastify';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Browser } from './browser.js';
import { runGateway, type RunningGateway } from './running-gateway.js';
import { discovery, MISSING, product } from './stub-responses.js';

let gateway: RunningGateway;
let folder: string;
const script = `export const words = ${JSON.stringify('wall '.repeat(500))};`;
const document =
  '<!doctype html><html><head><title>Game</title><meta name="description" content="Play." />' +
  '<script>let a = 1;</script></head>' +
  '<body><script type="module" src="/assets/app-1a2b.js"></script></body></html>';

/** What the media stub saw of the last upload. */
let upload: { headers: Record<string, unknown>; bytes: number; url: string };

/** Byte routes as the media service has them. */
function mediaRoutes(server: FastifyInstance): void {
  // As every service: a refusal that is sent before the body was read reaches its reader.
  endUnreadBodies(server.server);
  void server.register(async (routes) => {
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser('*', (_request, _body, done) => done(null));
    routes.put('/api/uploads/too-large', (_request, reply) =>
      reply
        .code(413)
        .header('content-type', 'application/problem+json; charset=utf-8')
        .send('{"code":"PAYLOAD_TOO_LARGE"}'),
    );
    routes.put('/api/uploads/:id', async ({ raw, headers, url }, reply) => {
      let bytes = 0;
      for await (const chunk of raw) bytes += (chunk as Buffer).length;
      upload = { headers, bytes, url };
      return reply.header('set-cookie', 'a=b').send({ ok: true });
    });
    for (const method of ['OPTIONS', 'POST', 'HEAD', 'PATCH', 'DELETE'] as const)
      routes.route({
        method,
        url: '/api/uploads/:id',
        handler: async ({ raw, headers, url }, reply) => {
          let bytes = 0;
          for await (const chunk of raw) bytes += (chunk as Buffer).length;
          upload = { headers, bytes, url };
          return reply.code(204).headers({ 'tus-resumable': '1.0.0', 'upload-offset': 7 }).send();
        },
      });
    routes.get('/objects/away', (request) => void request.raw.socket.destroy());
    routes.get('/objects/gone', (_request, reply) => reply.code(404).send({ code: 'NOT_FOUND' }));
    routes.get('/objects/*', ({ url, headers }, reply) => {
      void reply.headers({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "sandbox; default-src 'none'",
        etag: '"same"',
      });
      return headers['if-none-match'] === '"same"'
        ? reply.code(304).send()
        : reply.type('image/webp').send(`picture of ${url}`);
    });
  });
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'page-'));
  mkdirSync(join(folder, 'assets'));
  mkdirSync(join(folder, '.vite'));
  for (const [name, text] of [
    ['index.html', document],
    ['assets/app-1a2b.js', script],
  ] as const) {
    writeFileSync(join(folder, name), text);
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(text));
  }
  writeFileSync(join(folder, 'assets/long-3c4d.js'), script);
  writeFileSync(join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  for (const name of ['.secret', '.secret.txt', '.vite/manifest.json']) writeFileSync(join(folder, name), 'secret');
  gateway = await runGateway(
    {
      WEB_DIST: folder,
      TRAILER_URL: 'https://video.example.org/embed/1',
      TILE_URL: 'https://{s}.tiles.example.org/{z}/{x}/{y}.png',
      RATE_WRITES: '40/10',
      STRIPE_SANDBOX_URL: 'http://127.0.0.1:12111',
    },
    mediaRoutes,
  );
});
afterAll(async () => {
  await gateway.stop();
  rmSync(folder, { recursive: true });
});

const visitor = () => new Browser(gateway.url);

describe('the page', () => {
  it('is one document for every screen, always asked for again [REST-53]', async () => {
    for (const path of ['/', '/home', '/stripe-signup', '/no-such-screen/at/all', '/index.html', '/?a=b.c']) {
      const { status, text, headers } = await visitor().get(path);
      expect([path, status, text, headers.get('cache-control')]).toEqual([path, 200, document, 'no-cache']);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    }
    const { headers } = await visitor().get('/');
    expect((await visitor().get('/', { headers: { 'if-none-match': headers.get('etag')! } })).status).toBe(304);
  });

  it('may load its own files, its inline script and the hosts that are configured', async () => {
    const policy = (await visitor().get('/')).headers.get('content-security-policy')!;
    const directive = (name: string) => policy.split('; ').find((one) => one.startsWith(`${name} `));
    expect(directive('script-src')).toMatch(/^script-src 'self' 'sha256-[\w+/]+='$/);
    expect(directive('img-src')).toContain('https://*.tiles.example.org');
    expect(directive('connect-src')).toContain('https://*.tiles.example.org');
    expect(directive('connect-src')).toContain('http://127.0.0.1:12111');
    expect(directive('frame-src')).toBe('frame-src https://video.example.org');
    expect(directive('frame-ancestors')).toBe("frame-ancestors 'none'");
    expect(policy).not.toMatch(/google|openfreemap|stripe/);
    const withoutAny = await runGateway({ WEB_DIST: folder });
    const own = (await new Browser(withoutAny.url).get('/')).headers.get('content-security-policy')!;
    expect(own.match(/https?:[^ ;]+/g)!.filter((host) => !host.endsWith('stripe.com'))).toEqual([
      'https://tiles.openfreemap.org',
      'https://tiles.openfreemap.org',
    ]);
    expect(own).toContain('frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com');
    expect((await new Browser(withoutAny.url).get('/config.json')).json).toMatchObject({
      mapStyleUrl: 'https://tiles.openfreemap.org/styles/positron',
    });
    await withoutAny.stop();
    const withGoogle = await runGateway({ WEB_DIST: folder, GOOGLE_MAPS_KEY: 'key' });
    expect((await new Browser(withGoogle.url).get('/')).headers.get('content-security-policy')).toContain(
      'https://*.googleapis.com',
    );
    await withGoogle.stop();
  });

  it.each([
    ['/assets/app-1a2b.js', script],
    ['/', document],
  ])('has %s in the encoding that the browser accepts, as the build has made it', async (path, text) => {
    const get = async (encoding: string) => {
      const { headers, body } = await request(`${gateway.url}${path}`, { headers: { 'accept-encoding': encoding } });
      return { headers, encoding: headers['content-encoding'], bytes: Buffer.from(await body.arrayBuffer()) };
    };
    const [br, gzip, plain, neither] = [
      await get('gzip, deflate, br'),
      await get('gzip'),
      await get('identity'),
      await get('br;q=0'),
    ];
    expect([br.encoding, gzip.encoding, plain.encoding, neither.encoding]).toEqual([
      'br',
      'gzip',
      undefined,
      undefined,
    ]);
    expect([brotliDecompressSync(br.bytes), gunzipSync(gzip.bytes), plain.bytes, neither.bytes].map(String)).toEqual([
      text,
      text,
      text,
      text,
    ]);
    for (const { headers } of [br, gzip, plain])
      expect(headers).toMatchObject({
        vary: 'accept-encoding',
        'x-content-type-options': 'nosniff',
        'content-type': plain.headers['content-type'],
      });
  });

  it('has hashed files that are kept for ever, and others for an hour', async () => {
    const { headers } = await visitor().get('/assets/app-1a2b.js');
    expect([headers.get('content-type'), headers.get('cache-control')]).toEqual([
      'application/javascript; charset=utf-8',
      'public, max-age=31536000, immutable',
    ]);
    const icon = (await visitor().get('/icon.svg')).headers;
    expect([icon.get('content-type'), icon.get('cache-control')]).toEqual(['image/svg+xml', 'public, max-age=3600']);
  });

  it('is not compressed by the gateway', async () => {
    const { headers, text } = await visitor().get('/assets/long-3c4d.js', {
      headers: { 'accept-encoding': 'br, gzip' },
    });
    expect([headers.get('content-encoding'), text]).toEqual([null, script]);
  });

  it.each(['/', '/home', '/assets/app-1a2b.js', '/icon.svg'])(
    'is not sent again while %s is unchanged',
    async (path) => {
      for (const encoding of ['br', 'identity']) {
        const { headers } = await visitor().get(path, { headers: { 'accept-encoding': encoding } });
        const again = await visitor().get(path, {
          headers: { 'accept-encoding': encoding, 'if-none-match': headers.get('etag')! },
        });
        expect([again.status, again.text, again.headers.get('cache-control')]).toEqual([
          304,
          '',
          headers.get('cache-control'),
        ]);
        expect((await visitor().get(path, { headers: { 'if-none-match': '"another"' } })).status).toBe(200);
      }
    },
  );

  it.each(['/', '/assets/app-1a2b.js'])('has the same headers for a HEAD of %s, and no body', async (path) => {
    const without = (headers: Headers) =>
      Object.fromEntries(
        [...headers].filter(
          ([name]) => !['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length'].includes(name),
        ),
      );
    const [head, get] = [await visitor().send('HEAD', path, {}), await visitor().get(path)];
    expect([head.status, head.text, without(head.headers)]).toEqual([200, '', without(get.headers)]);
  });

  it.each([
    ...['/assets/gone.js', '/assets/gone', '/assets', '/assets/', '/objectsx.png', '/metrics'],
    ...[
      '/.secret',
      '/.secret.txt',
      '/%2esecret.txt',
      '/.vite/manifest.json',
      '/assets/app-1a2b.js.br',
      '/index.html.gz',
      '/assets/app-1a2b%2Ejs.br',
    ],
    ...[
      '/..%2f..%2fetc/passwd.txt',
      '/assets/..%2f.secret.txt',
      '/assets/..%5c.secret.txt',
      '/assets//app-1a2b.js',
      '/%2e%2e/%2e%2e/package.json',
    ],
  ])('has no file %s', async (path) => {
    const connection = await RawConnection.to(gateway.url);
    // As it is: a client that follows the standard would resolve dots first.
    connection.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
    await eventually(() => expect(connection.closed).toBe(true));
    expect(connection.received).toMatch(/^HTTP\/1\.1 404 [^]*"code":"NOT_FOUND"/);
    expect(connection.received).not.toContain('immutable');
  });

  it('gets its configuration', async () => {
    expect((await visitor().get('/config.json')).json).toEqual({
      ...{
        mode: 'local',
        googleMapsKey: null,
        googleMapId: null,
        mapStyleUrl: null,
        mapNightStyleUrl: null,
        pmtilesUrl: null,
        tileUrl: 'https://{s}.tiles.example.org/{z}/{x}/{y}.png',
      },
      ...{
        satelliteTileUrl: null,
        terrainTileUrl: null,
        tileAttribution: null,
        trailerUrl: 'https://video.example.org/embed/1',
        pageReports: 1,
      },
    });
  });
});

describe('the landing page', () => {
  let page: RunningGateway;
  let landing: string;
  const home = '<!doctype html><title>Map</title>';
  const inLanguage = (language: string) =>
    `<!doctype html><html lang="${language}"><body>${'wall '.repeat(300)}</body></html>`;

  beforeAll(async () => {
    landing = mkdtempSync(join(tmpdir(), 'landing-'));
    writeFileSync(join(landing, 'index.html'), document);
    writeFileSync(join(landing, 'home.html'), home);
    for (const language of ['en', 'fr', 'es', 'de']) {
      writeFileSync(join(landing, `landing.${language}.html`), inLanguage(language));
      writeFileSync(join(landing, `landing.${language}.html.br`), brotliCompressSync(inLanguage(language)));
    }
    page = await runGateway({ WEB_DIST: landing });
  });
  afterAll(async () => {
    await page.stop();
    rmSync(landing, { recursive: true });
  });

  it.each([
    ['the first of the browser’s languages that we speak', { 'accept-language': 'pt-BR,fr-CA;q=0.8,de;q=0.5' }, 'fr'],
    ['the language that was chosen here', { 'accept-language': 'fr', cookie: 'sprayhunt-language=de' }, 'de'],
    ['English, where none fits', { 'accept-language': 'pt', cookie: 'sprayhunt-language=../index' }, 'en'],
  ])('is sent in %s, compressed', async (_which, asked, language) => {
    const { statusCode, headers, body } = await request(page.url, { headers: { ...asked, 'accept-encoding': 'br' } });
    expect([statusCode, brotliDecompressSync(Buffer.from(await body.arrayBuffer())).toString()]).toEqual([
      200,
      inLanguage(language),
    ]);
    expect(headers).toMatchObject({
      'content-language': language,
      vary: 'Accept-Language, Cookie, accept-encoding',
      'cache-control': 'no-cache',
      'content-type': 'text/html; charset=utf-8',
    });
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  it('has an address of its own only, and so has the map home; other screens have the common document', async () => {
    const browser = new Browser(page.url);
    for (const path of ['/landing.fr.html', '/home.html'])
      expect([path, (await browser.get(path)).status]).toEqual([path, 404]);
    const { text, headers } = await browser.get('/home');
    expect([text, headers.get('cache-control')]).toEqual([home, 'no-cache']);
    expect(headers.get('vary') ?? '').not.toMatch(/cookie/i);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect((await browser.get('/merch', { headers: { 'accept-language': 'fr' } })).text).toBe(document);
  });
});

describe('a share page', () => {
  it.each(['http://evil.example', 'HTTPS://evil.example:444'])(
    'has our own address where the request names %s as its target',
    async (origin) => {
      const connection = await RawConnection.to(gateway.url);
      connection.request('GET', `${origin}/d/01990000-0000-7000-8000-00000000000a?x=1`, {
        headers: { host: 'evil.example', connection: 'close' },
      });
      await eventually(() => expect(connection.closed).toBe(true));
      expect(connection.statuses).toEqual([200]);
      expect(connection.received).not.toContain('evil.example');
      expect(connection.received).toMatch(
        /<meta property="og:url" content="https?:\/\/[^"]+\/d\/01990000-0000-7000-8000-00000000000a" \/>/,
      );
    },
  );

  it('cuts no emoji of a long description', async () => {
    const before = gateway.discovery.root['discovery']!;
    gateway.discovery.root['discovery'] = ({ id }: { id: string }) =>
      discovery({ id, description: `${'a'.repeat(195)}👨‍👩‍👧‍👦 at the wall` });
    const { text } = await visitor().get('/d/01990000-0000-7000-8000-00000000000a');
    gateway.discovery.root['discovery'] = before;
    expect(text).toContain(`<meta property="og:description" content="${'a'.repeat(195)}…" />`);
  });

  it('shows title, description and picture in link previews, with nothing of theirs run [MAPD-40]', async () => {
    const before = gateway.discovery.root['discovery']!;
    gateway.discovery.root['discovery'] = ({ id }: { id: string }) =>
      discovery({
        id,
        title: '</title><script>alert("1")</script>',
        description: `$& "quoted" & ${'long '.repeat(100)}`,
      });
    const { status, text } = await visitor().get('/d/01990000-0000-7000-8000-00000000000a');
    gateway.discovery.root['discovery'] = before;
    expect(status).toBe(200);
    expect(text).toContain(
      '<meta property="og:title" content="&lt;/title&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;" />',
    );
    expect(text).toContain('<meta property="og:description" content="$&amp; &quot;quoted&quot; &amp; long');
    expect(text).toContain(
      `<meta property="og:image" content="${gateway.url}/objects/01990000-0000-7000-8000-000000000001" />`,
    );
    expect(text).toContain(
      `<meta property="og:url" content="${gateway.url}/d/01990000-0000-7000-8000-00000000000a" />`,
    );
    expect(text).not.toContain('alert("1")');
    expect(text.match(/<title>/g)).toHaveLength(1);
    expect(text.match(/name="description"/g)).toHaveLength(1);
    expect(text).toContain('src="/assets/app-1a2b.js"');
  });

  it('of nothing is 404, and still opens the page', async () => {
    const { status, text } = await visitor().get(`/d/${MISSING}`);
    expect([status, text]).toEqual([404, document]);
  });

  it('is sent without its tags while the service is down', async () => {
    const before = gateway.discovery.root['discovery']!;
    gateway.discovery.root['discovery'] = (_: never, { reply }: { reply: { raw: { destroy(): void } } }) =>
      reply.raw.destroy();
    const { status, text } = await visitor().get('/d/01990000-0000-7000-8000-00000000000a');
    gateway.discovery.root['discovery'] = before;
    expect([status, text]).toEqual([200, document]);
  });
});

describe('the page of a product', () => {
  it('shows name, price, text and picture in link previews, in the language of the reader', async () => {
    const { status, text } = await visitor().get('/merch/stencil-tee?from=share');
    expect(status).toBe(200);
    expect(text).toContain('<meta property="og:type" content="product" />');
    expect(text).toContain('<meta property="og:title" content="Stencil Tee" />');
    expect(text).toMatch(/<meta property="og:description" content="\$24\.99 · \w/);
    expect(text).toContain(`<meta property="og:image" content="${gateway.url}/previews/stencil-tee.png" />`);
    expect(text).toContain(`<meta property="og:url" content="${gateway.url}/merch/stencil-tee" />`);
    expect(text).toContain('<meta property="product:price:amount" content="24.99" />');
    const before = gateway.commerce.root['product']!;
    gateway.commerce.root['product'] = ({ slug }: { slug: string }) => product({ slug, inStock: false });
    const inGerman = () => visitor().get('/merch/stencil-tee', { headers: { 'accept-language': 'de' } });
    const german = await inGerman();
    gateway.commerce.root['product'] = ({ slug }: { slug: string }) =>
      product({ slug, inStock: false, isReserved: true });
    const reserved = await inGerman();
    gateway.commerce.root['product'] = before;
    expect(german.text).toMatch(/<meta property="og:description" content="24,99\s\$ · Ausverkauft · \w/);
    expect(reserved.text).not.toContain('Ausverkauft');
    expect(german.text).toContain('Das Street-Art-Geocaching-Spiel</title>');
  });

  it('that does not exist is 404; the checkout is none', async () => {
    const pages = await Promise.all(
      ['/merch/none', '/merch/checkout', '/merch/orders/1'].map((path) => visitor().get(path)),
    );
    expect(pages.map(({ status, text }) => [status, text === document])).toEqual([
      [404, true],
      [200, true],
      [200, true],
    ]);
  });
});

describe('byte streams', () => {
  it('go to media as they come, with the token and without the cookie, and without an Origin [REST-20]', async () => {
    const chunks = Array.from({ length: 40 }, () => Buffer.alloc(64 * 1_024, 7));
    const { statusCode, body, headers } = await request(
      `${gateway.url}/api/uploads/01990000-0000-7000-8000-000000000001?token=a.b-c`,
      {
        method: 'PUT',
        headers: {
          cookie: 'sprayhunt=x',
          'content-type': 'image/jpeg',
          'x-identity': 'forged',
          authorization: 'Bearer forged',
        },
        body: Readable.from(chunks),
      },
    );
    expect([statusCode, await body.json()]).toEqual([200, { ok: true }]);
    expect(upload).toMatchObject({
      bytes: 40 * 64 * 1_024,
      url: '/api/uploads/01990000-0000-7000-8000-000000000001?token=a.b-c',
    });
    expect(upload.headers['content-type']).toBe('image/jpeg');
    expect(['cookie', 'authorization', 'x-identity'].filter((name) => name in upload.headers)).toEqual([]);
    expect(headers['set-cookie']).toBeUndefined();
  });

  it("of a webhook go to commerce unchanged, with Stripe's signature and without a session", async () => {
    const send = (body: string) =>
      request(`${gateway.url}/api/webhooks/stripe`, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          'stripe-signature': 't=1,v1=2',
          cookie: 'sprayhunt=x',
          origin: 'https://elsewhere.example',
          authorization: 'Bearer x',
        },
      });
    const { statusCode, body } = await send('{ "id": "evt_1" }');
    const arrived = (await body.json()) as { headers: Record<string, string>; body: string };
    expect([statusCode, arrived.body]).toEqual([200, '{ "id": "evt_1" }']);
    expect(arrived.headers).toMatchObject({ 'stripe-signature': 't=1,v1=2', 'content-type': 'application/json' });
    expect(['cookie', 'authorization', 'origin'].filter((name) => name in arrived.headers)).toEqual([]);
    expect((await send('x'.repeat(300_000))).statusCode).toBe(413);
  });

  it.each(['OPTIONS', 'POST', 'HEAD', 'PATCH', 'DELETE'] as const)(
    'of an upload in several requests go to media by %s, with the headers of tus',
    async (method) => {
      const tus = { 'tus-resumable': '1.0.0', 'upload-length': '9', 'upload-offset': '2' };
      const path = '/api/uploads/01990000-0000-7000-8000-000000000002?token=a.b-c';
      const body = method === 'PATCH' ? Buffer.alloc(7) : undefined;
      const { statusCode, headers } = await request(`${gateway.url}${path}`, {
        method,
        body,
        headers: {
          ...tus,
          cookie: 'sprayhunt=x',
          'x-identity': 'forged',
          ...(body && { 'content-type': 'application/offset+octet-stream' }),
        },
      });
      expect([statusCode, headers['upload-offset'], headers['tus-resumable']]).toEqual([204, '7', '1.0.0']);
      expect(upload).toMatchObject({ bytes: body?.length ?? 0, url: path, headers: tus });
      expect(['cookie', 'x-identity'].filter((name) => name in upload.headers)).toEqual([]);
    },
  );

  it('of map tiles come from discovery as it compressed them, without the caller’s identity', async () => {
    const { status, text, headers } = await visitor().get('/api/map/works/3/1/2.mvt', {
      headers: { cookie: 'sprayhunt=x', 'accept-encoding': 'gzip' },
    });
    expect([status, headers.get('content-encoding'), headers.get('cache-control'), headers.get('etag')]).toEqual([
      200,
      'gzip',
      'public, no-cache',
      'W/"1-7"',
    ]);
    expect(text).toContain('/api/map/works/3/1/2.mvt');
    expect(text).not.toContain('cookie');
    expect((await visitor().get('/api/map/works/3/1/2.mvt', { headers: { 'if-none-match': 'W/"1-7"' } })).status).toBe(
      304,
    );
    expect(
      (await visitor().get('/api/map/works/3/1/2.mvt', { headers: { authorization: 'Bearer nonsense' } })).status,
    ).toBe(401);
  });

  it('of open data come by ranges from discovery, and nothing is said of the caller', async () => {
    const range = { range: 'bytes=2-4', 'if-range': '"run"' };
    const { status, text, headers } = await visitor().get('/api/open-data/works.csv.gz', {
      headers: { ...range, cookie: 'sprayhunt=x' },
    });
    expect([status, headers.get('content-range'), headers.get('accept-ranges'), headers.get('etag')]).toEqual([
      206,
      'bytes 2-4/9',
      'bytes',
      '"run"',
    ]);
    expect(JSON.parse(text)).toMatchObject(range);
    expect(text).not.toContain('cookie');
    const beyond = await visitor().get('/api/open-data/works.csv.gz', { headers: { range: 'bytes=9-' } });
    expect([beyond.status, beyond.headers.get('content-range'), beyond.json.code]).toEqual([
      416,
      'bytes */9',
      'RANGE_NOT_SATISFIABLE',
    ]);
  });

  it('bring media’s refusal back before the whole file was sent', async () => {
    const chunks = 200;
    let sent = 0;
    async function* file() {
      for (; sent < chunks; sent += 1) {
        yield Buffer.alloc(64 * 1_024);
        await delay(5);
      }
    }
    const response = await request(`${gateway.url}/api/uploads/too-large`, {
      method: 'PUT',
      body: Readable.from(file()),
    });
    expect(sent).toBeLessThan(chunks);
    expect(response.statusCode).toBe(413);
    expect(response.headers['content-type']).toMatch('application/problem+json');
    await response.body.dump();
  });

  it('bring pictures back with media’s own headers', async () => {
    const { status, text, headers } = await visitor().get('/objects/01990000-0000-7000-8000-000000000001/small');
    expect([status, text]).toEqual([200, 'picture of /objects/01990000-0000-7000-8000-000000000001/small']);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
    expect(headers.get('set-cookie')).toBeNull();
    expect((await visitor().get('/objects/x', { headers: { 'if-none-match': '"same"' } })).status).toBe(304);
  });

  it('of nothing are the page for a person, and for a program what the service says', async () => {
    const person = await visitor().get('/objects/gone', { headers: { accept: 'text/html' } });
    expect([person.status, person.text]).toEqual([404, document]);
    const program = await visitor().get('/objects/gone');
    expect([program.status, program.json]).toEqual([404, { code: 'NOT_FOUND' }]);
  });

  it('show the local inbox locally only', async () => {
    expect((await visitor().get('/dev/inbox.json')).json).toEqual([]);
    for (const path of ['/dev/inbox', '/dev/inbox.json']) {
      const foreign = await request(`${gateway.url}${path}`, { headers: { host: 'evil.example:8080' } });
      expect([foreign.statusCode, await foreign.body.json()]).toEqual([
        403,
        expect.objectContaining({ code: 'FORBIDDEN' }),
      ]);
    }
    const production = await runGateway({
      MODE: 'production',
      TRUST_PROXY: 'none',
      PUBLIC_URL: 'https://play.example',
      WEB_DIST: folder,
    });
    expect((await new Browser(production.url).get('/dev/inbox.json')).status).toBe(404);
    expect((await new Browser(production.url).get('/dev/inbox')).status).toBe(404);
    await production.stop();
  });

  it('are 503 while media is down', async () => {
    const { status, headers, json } = await visitor().get('/objects/away');
    expect([status, headers.get('retry-after'), json.code]).toEqual([503, '1', 'UNAVAILABLE']);
  });
});

describe('limits', () => {
  it('return 429 with a short Retry-After in the form of the interface, and let other calls be', async () => {
    const limited = await runGateway({ RATE_SENSITIVE: '4/3', RATE_READS: '6/3' });
    const browser = () => new Browser(limited.url);
    // The first document that is not shipped loads the planner, which may take as long as the limit's window.
    await browser().graphql('{ nothing }');
    // Each of these is two: the code, and the anonymous session that it is bound to.
    const requestCode = () => browser().post('/api/login/code', { contact: 'a@example.org' });
    expect([(await requestCode()).status, (await requestCode()).status]).toEqual([202, 202]);
    const third = await requestCode();
    expect([third.status, third.json.code, third.headers.get('retry-after')]).toEqual([
      429,
      'RATE_LIMITED',
      expect.stringMatching(/^[1-3]$/),
    ]);
    expect((await browser().get('/api/discoveries/nearby?latitude=1&longitude=2')).status).toBe(200);
    const mutation = await browser().graphql('mutation { requestSignInCode(contact: "a@example.org") }');
    expect([mutation.status, mutation.json.errors[0].extensions.code]).toEqual([429, 'RATE_LIMITED']);
    await eventually(async () => expect((await requestCode()).status).toBe(202));
    await limited.stop();
  });
});

describe('the address of a caller', () => {
  const forwarded = { headers: { 'x-forwarded-for': '203.0.113.9' } };
  const nearby = '/api/discoveries/nearby?latitude=1&longitude=2';

  it('is taken from trusted proxies only', async () => {
    await visitor().get(nearby, forwarded);
    expect(gateway.discovery.calls.at(-1)!.identity.address).toBe('127.0.0.1');
    const proxied = await runGateway({ TRUST_PROXY: '127.0.0.1' });
    await new Browser(proxied.url).get(nearby, forwarded);
    expect(proxied.discovery.calls.at(-1)!.identity.address).toBe('203.0.113.9');
    await proxied.stop();
  });
});

describe('the descriptions', () => {
  it('are served to programs and to people', async () => {
    const { json, status } = await visitor().get('/openapi.json');
    expect([status, json.openapi]).toEqual([200, '3.1.0']);
    expect(Object.keys(json.paths)).toContain('/api/discoveries/{id}/like');
    const docs = await visitor().get('/api/docs');
    expect(docs.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(docs.text).toContain('/api/sms-signup');
    for (const path of ['/healthz', '/readyz']) expect((await visitor().get(path)).status).toBe(200);
  });
});

describe('security.txt', () => {
  const PATH = '/.well-known/security.txt';

  it('is not there where no contact is configured', async () => {
    expect((await visitor().get(PATH)).status).toBe(404);
  });

  it('says for less than a year where vulnerabilities are reported, the preferred contact first', async () => {
    const configured = await runGateway({
      SECURITY_CONTACT: 'https://example.org/security, mailto:security@example.org',
    });
    const { status, headers, text } = await new Browser(configured.url).get(PATH);
    await configured.stop();
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const lines = text.trimEnd().split('\n');
    expect(lines).toEqual([
      'Contact: https://example.org/security',
      'Contact: mailto:security@example.org',
      expect.stringMatching(/^Expires: /),
      expect.stringMatching(/^Canonical: https?:\/\/.+\/\.well-known\/security\.txt$/),
    ]);
    const days = (Date.parse(lines[2]!.slice('Expires: '.length)) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(30);
    expect(days).toBeLessThan(365);
  });
});
