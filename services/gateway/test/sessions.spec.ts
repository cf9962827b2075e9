import { createHash } from 'node:crypto';
import { sessionsRevoked } from '@sprayhunt/contracts';
import { eventOf } from '@sprayhunt/service-kit/harness';
import { interruptibleProxy, eventually, type InterruptibleProxy } from '@sprayhunt/service-kit/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Browser, cookieLine, signUpForm } from './browser.js';
import { runGateway, type RunningGateway } from './running-gateway.js';
import { CODE } from './stub-responses.js';

let gateway: RunningGateway;
let admin: pg.Client;
beforeAll(async () => {
  gateway = await runGateway();
  admin = new pg.Client({ connectionString: gateway.adminUrl });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await gateway.stop();
});

const visitor = () => new Browser(gateway.url);

async function signedUp(): Promise<Browser> {
  const browser = visitor();
  expect((await browser.post('/api/sms-signup', signUpForm())).status).toBe(201);
  return browser;
}

const secretOf = (browser: Browser) => browser.cookie.split('=')[1]!;
const rowsOf = async (browser: Browser) =>
  (
    await admin.query('SELECT * FROM gateway.sessions WHERE id_hash = $1', [
      createHash('sha256').update(secretOf(browser)).digest(),
    ])
  ).rows;

describe('a session', () => {
  it('is a cookie that scripts and foreign pages do not get, and whose secret is nowhere in the database', async () => {
    const browser = visitor();
    const response = await browser.post('/api/sms-signup', signUpForm(), { 'user-agent': 'Test browser' });
    expect(cookieLine(response, 'sprayhunt')).toMatch(
      /^sprayhunt=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const [row] = await rowsOf(browser);
    expect(row).toMatchObject({ kind: 'player', status: 'pending', user_agent: 'Test browser', address: '127.0.0.1' });
    expect(JSON.stringify((await admin.query('SELECT * FROM gateway.sessions')).rows)).not.toContain(secretOf(browser));
  });

  it('is rotated when its rights change, and the former one opens nothing', async () => {
    const browser = await signedUp();
    const former = browser.cookie;
    expect((await browser.post('/api/verify-contact', { code: CODE })).status).toBe(204);
    expect(browser.cookie).not.toBe(former);
    expect((await browser.get('/api/auth/user')).json.status).toBe('verified');
    const thief = visitor();
    thief.cookie = former;
    expect((await thief.get('/api/auth/user')).status).toBe(401);
  });

  it('ends when users revoke it, although no response arrives; the proving session and later ones stay', async () => {
    const browser = await signedUp();
    const [{ subject }] = await rowsOf(browser);
    const open = async (letter: string, openedAt: string) => {
      const other = visitor();
      other.cookie = `sprayhunt=${letter.repeat(43)}`;
      await admin.query(
        `INSERT INTO gateway.sessions (id_hash, subject, kind, status, created_at, expires_at)
         VALUES ($1, $2, 'player', 'pending', $3, now() + interval '1 day')`,
        [createHash('sha256').update(secretOf(other)).digest(), subject, openedAt],
      );
      return other;
    };
    const status = async (one: Browser) => (await one.get('/api/auth/user')).status;
    const openedBefore = new Date(Date.now() + 60_000);
    const [thief, later] = [await open('x', new Date().toISOString()), await open('y', openedBefore.toISOString())];
    expect([await status(thief), await status(later)]).toEqual([200, 200]);
    const keptSession = createHash('sha256').update(secretOf(browser)).digest('base64url');
    const data = { accountId: subject, openedBefore: openedBefore.toISOString(), keptSession };
    await gateway.publish(eventOf(sessionsRevoked, data));
    await eventually(async () => expect(await status(thief)).toBe(401));
    expect([await status(browser), await status(later)]).toEqual([200, 200]);
  });

  it.each([
    ['same-origin', false],
    ['none', false],
    ['cross-site', true],
    ['same-site', true],
  ])('after a navigation to /api/logout that is %s: still signed in is %s', async (site, stays) => {
    const browser = await signedUp();
    const { status, headers } = await browser.get('/api/logout', {
      headers: { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' },
    });
    expect([status, headers.get('location'), headers.getSetCookie().length]).toEqual([302, '/', stays ? 0 : 2]);
    expect((await browser.get('/api/auth/user')).status).toBe(stays ? 200 : 401);
  });

  it('stays where an older browser names another site that led to /api/logout', async () => {
    const browser = await signedUp();
    for (const referer of ['https://evil.example/', 'nonsense'])
      await browser.get('/api/logout', { headers: { referer } });
    for (const origin of ['https://evil.example', 'null']) await browser.get('/api/logout', { headers: { origin } });
    expect((await browser.get('/api/auth/user')).status).toBe(200);
    await browser.get('/api/logout', { headers: { referer: `${gateway.url}/profile` } });
    expect((await browser.get('/api/auth/user')).status).toBe(401);
  });

  it('ends on the server at logout, which leads to /', async () => {
    const browser = await signedUp();
    const former = browser.cookie;
    const { status, headers } = await browser.get('/api/logout');
    expect([status, headers.get('location')]).toEqual([302, '/']);
    expect(cookieLine({ headers }, 'sprayhunt')).toContain('Max-Age=0');
    const thief = visitor();
    thief.cookie = former;
    expect((await thief.get('/api/auth/user')).status).toBe(401);
    expect((await visitor().get('/api/logout')).status).toBe(302);
  });

  it('ends at its time, and a visit moves that time on up to its greatest age', async () => {
    const browser = await signedUp();
    const [{ id_hash: id, expires_at: first }] = await rowsOf(browser);
    await admin.query(
      `UPDATE gateway.sessions SET last_seen_at = now() - interval '1 day', expires_at = now() + interval '1 day'
       WHERE id_hash = $1`,
      [id],
    );
    // Until it is looked up again.
    const visitUntil = (isMoved: (expiresAt: number) => boolean) =>
      eventually(async () => {
        expect((await browser.get('/api/auth/user')).status).toBe(200);
        expect(isMoved((await rowsOf(browser))[0].expires_at.getTime())).toBe(true);
      });
    await visitUntil((expiresAt) => expiresAt >= first.getTime());
    await admin.query(
      `UPDATE gateway.sessions SET last_seen_at = now() - interval '1 day', created_at = now() - interval '179.5 days'
       WHERE id_hash = $1`,
      [id],
    );
    await visitUntil((expiresAt) => expiresAt < Date.now() + 86_400_000);
    await admin.query('UPDATE gateway.sessions SET expires_at = now() WHERE id_hash = $1', [id]);
    await eventually(async () => expect((await browser.get('/api/auth/user')).status).toBe(401));
  });

  it('cannot be opened by headers, tokens or a grant from outside', async () => {
    const { status, headers } = await visitor().get('/api/auth/user', {
      headers: {
        authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJraW5kIjoicGxheWVyIn0.',
        'x-session-grant': JSON.stringify({ accountId: '01990000-0000-7000-8000-000000000001', status: 'verified' }),
        'x-identity': '{"kind":"player"}',
      },
    });
    expect(status).toBe(401);
    expect(headers.getSetCookie()).toEqual([]);
  });

  it('is granted by the users service alone', async () => {
    const before = gateway.discovery.root['discoveriesNearby']!;
    gateway.discovery.root['discoveriesNearby'] = (args, call) => {
      void call.reply.header(
        'x-session-grant',
        JSON.stringify({ accountId: '01990000-0000-7000-8000-000000000001', status: 'verified' }),
      );
      return before(args, call);
    };
    const { status, headers } = await visitor().get('/api/discoveries/nearby?latitude=1&longitude=2');
    gateway.discovery.root['discoveriesNearby'] = before;
    expect([status, headers.getSetCookie(), headers.get('x-session-grant')]).toEqual([200, [], null]);
  });

  it('reaches the services as a signed identity, without the cookie', async () => {
    const browser = await signedUp();
    gateway.users.calls.length = 0;
    await browser.get('/api/auth/user');
    const [{ identity, headers }] = gateway.users.calls as [(typeof gateway.users.calls)[0]];
    expect(identity).toMatchObject({
      kind: 'player',
      status: 'pending',
      address: '127.0.0.1',
      subject: expect.any(String),
      session: expect.any(String),
    });
    expect(identity.session).not.toContain(secretOf(browser));
    expect(headers['cookie']).toBeUndefined();
    expect(headers['traceparent']).toMatch(/^00-/);
  });

  it('has a __Host- cookie with Secure where the public address is https', async () => {
    const secure = await runGateway({
      PUBLIC_URL: 'https://sprayhunt.example',
      MODE: 'production',
      TRUST_PROXY: 'none',
    });
    try {
      const response = await new Browser(secure.url).post('/api/sms-signup', signUpForm());
      for (const name of ['__Host-sprayhunt', '__Host-sprayhunt-device'])
        expect(cookieLine(response, name)).toMatch(/=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
      expect(response.headers.get('strict-transport-security')).toContain('max-age');
    } finally {
      await secure.stop();
    }
  });
});

describe('without the database', () => {
  it('guests may read, and callers with a session get 503', async () => {
    let link!: InterruptibleProxy;
    const lonely = await runGateway(async ({ DATABASE_URL }) => {
      link = await interruptibleProxy(DATABASE_URL!);
      return { DATABASE_URL: link.url };
    });
    const browser = new Browser(lonely.url);
    await browser.post('/api/sms-signup', signUpForm());
    link.cut();
    const nearby = '/api/discoveries/nearby?latitude=1&longitude=2';
    expect((await new Browser(lonely.url).get(nearby)).status).toBe(200);
    for (let times = 0; times < 2; times += 1)
      for (const response of [
        await browser.get('/api/auth/user'),
        await new Browser(lonely.url).post('/api/objects/upload'),
      ]) {
        expect([response.status, response.json.code]).toEqual([503, 'UNAVAILABLE']);
        expect(response.headers.get('retry-after')).toBe('1');
      }
    expect((await new Browser(lonely.url).get('/readyz')).status).toBe(503);
    expect((await new Browser(lonely.url).get('/healthz')).status).toBe(200);
    await lonely.stop();
    await link.close();
  });
});

describe('writes with the cookie', () => {
  it.each([
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['the null origin', { origin: 'null' }],
    ['an origin with our name in it', { origin: 'http://localhost.evil.example' }],
    ['another port of this machine', { origin: 'http://127.0.0.1:1' }],
    ['no word of where they come from', {}],
    ['a neighbouring site', { 'sec-fetch-site': 'same-site' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    [
      'a foreign origin that claims to be the same',
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    ],
  ])('are refused from %s', async (_, headers) => {
    const browser = await signedUp();
    const program = new Browser(gateway.url, null);
    program.cookie = browser.cookie;
    for (const path of ['/api/verify-contact', '/graphql', '/api/objects/upload']) {
      const { status, text } = await program.post(path, { code: CODE, query: '{ me { id } }' }, headers);
      expect([path, status]).toEqual([path, 403]);
      expect(text).toContain('"code":"CSRF"');
    }
    expect((await browser.get('/api/auth/user')).json.status).toBe('pending');
  });

  it('are let through from our own page, however it says so', async () => {
    const port = new URL(gateway.url).port;
    const own: Record<string, string>[] = [
      { origin: gateway.url },
      { origin: `http://localhost:${port}` },
      { 'sec-fetch-site': 'same-origin' },
    ];
    for (const headers of own) {
      const program = new Browser(gateway.url, null);
      program.cookie = (await signedUp()).cookie;
      expect((await program.post('/api/verify-contact', { code: CODE }, headers)).status).toBe(204);
    }
  });

  it('need nothing without a cookie, or with a token instead', async () => {
    const program = new Browser(gateway.url, null);
    expect((await program.post('/api/sms-signup', signUpForm(), { origin: 'https://partner.example' })).status).toBe(
      201,
    );
    const withToken = await program.post('/api/verify-contact', { code: CODE }, { authorization: 'Bearer token' });
    expect(withToken.status).toBe(401);
  });
});
