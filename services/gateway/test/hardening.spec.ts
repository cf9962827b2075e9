import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { log } from '@sprayhunt/service-kit';
import { eventually, RawConnection } from '@sprayhunt/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Browser, signUpForm } from './browser.js';
import { runGateway, type RunningGateway } from './running-gateway.js';

/** What docs/security/asvs.json refers to and no other spec of the gateway has. */

const PUBLIC_URL = 'https://sprayhunt.example';
const DOCUMENT = '<!doctype html><html><head><title>Game</title></head><body></body></html>';
const NEARBY = '/api/discoveries/nearby?latitude=1&longitude=2';

let gateway: RunningGateway;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'page-'));
  for (const name of ['assets', '.git']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'index.html'), DOCUMENT);
  writeFileSync(join(folder, 'assets/app-1a2b.js'), 'let a = 1;');
  writeFileSync(join(folder, 'sw.js'), 'let b = 1;');
  for (const name of ['HEAD', 'config']) writeFileSync(join(folder, '.git', name), 'ref: refs/heads/main');
  gateway = await runGateway({ WEB_DIST: folder, PUBLIC_URL, MODE: 'production', TRUST_PROXY: 'none' });
});
afterAll(async () => {
  await gateway.stop();
  rmSync(folder, { recursive: true });
});

const visitor = () => new Browser(gateway.url, PUBLIC_URL);
/** One of each kind: page, files, REST, GraphQL, descriptions, what is not there. */
const PATHS = [
  '/',
  '/profile',
  '/assets/app-1a2b.js',
  '/config.json',
  NEARBY,
  '/api/auth/user',
  '/api/nothing',
  '/api/docs',
  '/openapi.json',
  '/nothing.txt',
  '/map/streets.pmtiles',
];

describe('every response', () => {
  it.each(PATHS)('of %s forbids to be framed, to be guessed at, and to be asked for without https', async (path) => {
    const { headers } = await visitor().get(path);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
  });

  it.each(PATHS)('of %s opens nothing to other origins, and does not say what it runs on', async (path) => {
    const { headers } = await visitor().get(path, { headers: { origin: 'https://evil.example' } });
    for (const name of ['access-control-allow-origin', 'access-control-allow-credentials', 'server', 'x-powered-by'])
      expect([name, headers.get(name)]).toEqual([name, null]);
  });

  it.each(PATHS)('of %s with a text says its type and its encoding', async (path) => {
    const { headers, text } = await visitor().get(path);
    if (text === '') return;
    expect(headers.get('content-type')).toMatch(
      /^(text\/html|application\/(problem\+)?json|application\/javascript|text\/plain); charset=utf-8$/i,
    );
  });

  it('to a program is kept by no cache, and loads nothing where it is shown as a document', async () => {
    for (const path of [NEARBY, '/api/auth/user', '/api/nothing', '/graphql']) {
      const { headers } = await visitor().get(path);
      expect([path, headers.get('cache-control'), headers.get('content-security-policy')]).toEqual([
        path,
        'no-store',
        "default-src 'none'; frame-ancestors 'none'",
      ]);
    }
  });

  it('leaves to a service worker what its page may load', async () => {
    expect((await visitor().get('/sw.js')).headers.get('content-security-policy')).toBe("frame-ancestors 'none'");
  });
});

describe('the page', () => {
  it('loads no plug-in and cannot be given another base', async () => {
    const policy = (await visitor().get('/')).headers.get('content-security-policy')!.split('; ');
    expect(policy).toEqual(
      expect.arrayContaining(["object-src 'none'", "base-uri 'none'", "form-action 'self'", "default-src 'self'"]),
    );
    expect(policy.find((directive) => directive.startsWith('script-src '))).not.toMatch(
      /unsafe-inline|unsafe-eval|\*(?!\.js\.stripe\.com)/,
    );
  });
});

describe('the server', () => {
  it.each(['TRACE', 'CONNECT', 'DEBUG'])('does not know %s, and returns nothing of a request', async (method) => {
    const connection = await RawConnection.to(gateway.url);
    connection.request(method, '/', { headers: { 'x-secret': 'kept-to-itself', connection: 'close' } });
    await eventually(() => expect(connection.closed).toBe(true));
    expect(connection.received).not.toContain('kept-to-itself');
    expect(connection.statuses.filter((status) => status < 400)).toEqual([]);
  });

  it.each([
    '/.git/HEAD',
    '/.git/config',
    '/.git/',
    '/.env',
    '/assets/',
    '/assets',
    '/assets/..%2f..%2f..%2fetc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
  ])('gives nothing of a folder or of what is hidden away at %s', async (path) => {
    const { status, text } = await visitor().get(path);
    // A path without an extension is one of the page's screens, which says itself that there is none.
    expect([`200 ${DOCUMENT}`, '400', '404']).toContain(status === 200 ? `200 ${text}` : String(status));
    expect(text).not.toMatch(/refs\/heads|root:|app-1a2b/);
  });

  it('refuses a request whose end is told in two ways', async () => {
    const ends: Record<string, string>[] = [
      { 'transfer-encoding': 'chunked', 'content-length': '4' },
      { 'content-length': '4, 5' },
      { 'transfer-encoding': 'chunked, identity' },
    ];
    for (const headers of ends) {
      const connection = await RawConnection.to(gateway.url);
      connection.request('POST', '/api/login/code', { headers: { 'content-type': 'application/json', ...headers } });
      connection.write('0\r\n\r\nGET /smuggled HTTP/1.1\r\nhost: x\r\n\r\n');
      await eventually(() => expect(connection.closed).toBe(true));
      expect(connection.statuses).toEqual([400]);
    }
  });

  it('has in production neither an inbox nor metrics nor health for the outside to read secrets from', async () => {
    for (const path of ['/dev/inbox', '/dev/inbox.json', '/metrics'])
      expect([path, (await visitor().get(path)).status]).toEqual([path, 404]);
    expect((await visitor().get('/healthz')).text).not.toMatch(/postgres|nats|secret|version/i);
  });
});

describe('a parameter', () => {
  it('that comes twice is refused or read as the list that it is, never as another one', async () => {
    const { status, json } = await visitor().get(`${NEARBY}&latitude=3`);
    expect([status, json.errors?.[0]?.field]).toEqual([422, 'latitude']);
  });

  it.each(['__proto__', 'constructor', 'prototype'])('of the name %s changes no object', async (name) => {
    await visitor().get(`${NEARBY}&${name}[polluted]=yes&${name}.polluted=yes`);
    const refused = await visitor().send('POST', '/api/login/code', {
      body: JSON.parse(`{"contact": 1, "${name}": {"polluted": "yes"}}`) as object,
    });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it.each(['session', 'sprayhunt', 'token', 'access_token', 'authorization'])(
    'in the address opens nothing: %s',
    async (name) => {
      const known = visitor();
      await known.post('/api/sms-signup', signUpForm());
      const secret = known.cookie.split('=')[1]!;
      expect((await visitor().get(`/api/auth/user?${name}=${secret}`)).status).toBe(401);
    },
  );
});

describe('the log', () => {
  it('says who was signed in and whose session ended, and holds no secret of it', async () => {
    const logged = jest.spyOn(log, 'info');
    const browser = visitor();
    await browser.post('/api/sms-signup', signUpForm());
    const secret = browser.cookie.split('=')[1]!;
    await browser.get('/api/logout');
    const lines = logged.mock.calls.filter(([, message]) => /signed in|session was ended/.test(String(message)));
    logged.mockRestore();
    const [{ accountId }] = lines[0] as unknown as [{ accountId: string }];
    expect(lines).toEqual([
      [{ accountId: expect.any(String), status: 'pending', session: expect.any(String) }, 'A player was signed in'],
      [{ subject: accountId, session: expect.any(String) }, 'A session was ended'],
    ]);
    expect(JSON.stringify(lines)).not.toContain(secret);
  });
});
