import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { sessionsRevoked } from '@sprayhunt/contracts';
import { eventOf } from '@sprayhunt/service-kit/harness';
import { eventually } from '@sprayhunt/service-kit/testing';
import { OperationTypeNode } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { operationOf, shippedOperations } from '../src/rest/shipped-operations.js';
import { routes } from '../src/rest/routes.js';
import { Browser, cookieLine, signUpForm } from './browser.js';
import { runGateway, type RunningGateway } from './running-gateway.js';
import { CODE, usersRoot } from './stub-responses.js';

let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await runGateway();
});
afterAll(() => gateway.stop());

const CONTACT = 'ann@example.com';
const key = () => ({ 'idempotency-key': randomUUID() });

async function signedUp(): Promise<Browser> {
  const browser = new Browser(gateway.url);
  expect((await browser.post('/api/sms-signup', signUpForm())).status).toBe(201);
  return browser;
}

/** An attacker with this cookie. */
function thiefWith(cookie: string): Browser {
  const thief = new Browser(gateway.url);
  thief.cookie = cookie;
  return thief;
}

async function expectSignedOut(browser: Browser): Promise<void> {
  expect((await browser.get('/api/auth/user')).status).toBe(401);
  expect((await browser.graphql('{ me { id } }')).json).toEqual({ data: { me: null } });
}

describe('a planted session', () => {
  const ways: [string, (browser: Browser) => Promise<{ status: number }>][] = [
    ['sign-up', (browser) => browser.post('/api/sms-signup', signUpForm())],
    ['a code', (browser) => browser.post('/api/login/verify', { contact: CONTACT, code: CODE })],
    [
      'GraphQL',
      (browser) => browser.graphql(`mutation { signIn(contact: "${CONTACT}", code: "${CODE}") { continueTo } }`),
    ],
  ];

  it.each(ways)('grants nothing after sign-in by %s', async (_, signIn) => {
    const mallory = new Browser(gateway.url);
    await mallory.post('/api/login/code', { contact: CONTACT });
    const victim = new Browser(gateway.url);
    victim.cookie = mallory.cookie;
    expect((await signIn(victim)).status).toBeLessThan(300);
    expect((await victim.get('/api/auth/user')).status).toBe(200);
    expect(victim.cookie).not.toBe(mallory.cookie);
    await expectSignedOut(mallory);
  });

  it('is not opened for an invented secret', async () => {
    const madeUp = `sprayhunt=${randomBytes(32).toString('base64url')}`;
    const victim = thiefWith(madeUp);
    await victim.post('/api/sms-signup', signUpForm());
    expect(victim.cookie).not.toBe(madeUp);
    await expectSignedOut(thiefWith(madeUp));
  });
});

describe('a write that another page sends', () => {
  const inserted = (path: string) => path.replace('{id}', randomUUID()).replace(/\{\w+\}/g, '1');
  const writes: [string, string][] = [
    ...routes.filter(({ method }) => method !== 'GET').map(({ method, path }): [string, string] => [method, path]),
    ['DELETE', '/api/profile/sessions'],
    ['DELETE', '/api/profile/sessions/{id}'],
    ['DELETE', '/api/partner-clients/{id}/documents/1'],
    ['POST', '/graphql'],
  ];

  it.each(writes)('is refused before anything happens: %s %s', async (method, path) => {
    const { cookie } = await signedUp();
    const services = [gateway.users, gateway.discovery, gateway.media];
    for (const origin of ['https://evil.example', 'null']) {
      for (const service of services) service.calls.length = 0;
      const result = await thiefWith(cookie).send(method, inserted(path), {
        body: { query: '{ me { id } }' },
        headers: { origin },
      });
      expect([result.status, result.text.includes('"code":"CSRF"')]).toEqual([403, true]);
      expect(result.headers.getSetCookie()).toEqual([]);
      expect(services.flatMap(({ calls }) => calls)).toEqual([]);
    }
    expect((await thiefWith(cookie).get('/api/auth/user')).status).toBe(200);
  });

  it('cannot hide in a read: what a link or a picture can call changes nothing', () => {
    const operations = shippedOperations();
    for (const { method, path, operation } of routes) {
      const kind = operationOf(operations.get(operation)!.document).operation;
      expect([method, path, kind]).toEqual([
        method,
        path,
        method === 'GET' ? OperationTypeNode.QUERY : OperationTypeNode.MUTATION,
      ]);
    }
  });

  it('cannot be a form: other types than JSON are not read', async () => {
    const { cookie } = await signedUp();
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const result = await thiefWith(cookie).send('POST', '/api/verify-contact', {
        body: `{"code":"${CODE}"}`,
        headers: { 'content-type': type },
      });
      expect([type, result.status]).toEqual([type, 415]);
    }
  });
});

describe('a session that has ended', () => {
  /** Two devices of one account, and what the second one receives live. */
  async function twoDevices() {
    const account = randomUUID();
    gateway.users.root['signUp'] = (_args, { reply }) => {
      void reply.header('x-session-grant', JSON.stringify({ accountId: account, status: 'pending' }));
      return { status: 'pending' };
    };
    const [laptop, phone] = [await signedUp(), await signedUp()];
    gateway.users.root['signUp'] = usersRoot()['signUp']!;
    return { laptop, phone, line: await listen(phone) };
  }

  async function listen(browser: Browser): Promise<{ ended: boolean }> {
    const line = { ended: false };
    const response = await fetch(`${gateway.url}/api/live`, { headers: { cookie: browser.cookie } });
    void response.text().then(() => (line.ended = true));
    return line;
  }

  const ends: [string, (devices: Awaited<ReturnType<typeof twoDevices>>) => Promise<unknown>][] = [
    [
      'from another device',
      async ({ laptop }) => {
        const sessions = (await laptop.get('/api/profile/sessions')).json as { id: string; current: boolean }[];
        await laptop.delete(`/api/profile/sessions/${sessions.find(({ current }) => !current)!.id}`);
      },
    ],
    ['with all others', ({ laptop }) => laptop.delete('/api/profile/sessions')],
    [
      'by a proof that revokes what was open before',
      async ({ laptop, phone }) => {
        const accountId = ((await laptop.get('/api/auth/user')).json as { id: string }).id;
        const keptSession = createHash('sha256')
          .update(laptop.cookie.slice(laptop.cookie.indexOf('=') + 1))
          .digest('base64url');
        const openedBefore = new Date(Date.now() + 1_000).toISOString();
        await gateway.publish(eventOf(sessionsRevoked, { accountId, openedBefore, keptSession }));
        await eventually(async () => expect((await phone.get('/api/auth/user')).status).toBe(401));
      },
    ],
    ['by signing out', async ({ phone }) => thiefWith(phone.cookie).get('/api/logout')],
  ];

  it.each(ends)('%s is refused at once on REST and GraphQL, and its live connection closes', async (_, end) => {
    const devices = await twoDevices();
    const { laptop, phone, line } = devices;
    expect((await phone.get('/api/auth/user')).status).toBe(200);
    await end(devices);
    await expectSignedOut(phone);
    await eventually(() => expect(line.ended).toBe(true));
    expect((await laptop.get('/api/auth/user')).status).toBe(200);
  });

  it('is not opened again by repeating the request that opened it', async () => {
    const headers = key();
    const browser = new Browser(gateway.url);
    await browser.post('/api/login/code', { contact: CONTACT });
    const before = browser.cookie;
    const signIn = (one: Browser) => one.post('/api/login/verify', { contact: CONTACT, code: CODE }, headers);
    expect((await signIn(browser)).status).toBe(204);
    const open = thiefWith(before);
    expect((await signIn(open)).status).toBe(204);
    await expectSignedOut(open);
    expect((await browser.get('/api/auth/user')).status).toBe(200);
    await browser.get('/api/logout');
    const late = thiefWith(before);
    await signIn(late);
    await expectSignedOut(late);
  });
});

describe('cookies', () => {
  it.each([
    ['http', {}, /^sprayhunt[\w-]*=[\w-]*$/, []],
    [
      'https',
      { PUBLIC_URL: 'https://sprayhunt.example', MODE: 'production', TRUST_PROXY: 'none' },
      /^__Host-sprayhunt[\w-]*=[\w-]*$/,
      ['Secure'],
    ],
  ])('over %s are for us alone, each of them', async (_, env: Record<string, string>, pair, secure: string[]) => {
    const here = await runGateway(env);
    try {
      const browser = new Browser(here.url, env['PUBLIC_URL'] ?? here.url);
      const results = [
        await browser.post('/api/login/code', { contact: CONTACT }),
        await browser.post('/api/login/verify', { contact: CONTACT, code: CODE }),
        await browser.get('/api/login'),
        await browser.get('/api/logout'),
        await browser.post('/api/sms-signup', signUpForm()),
      ];
      const lines = results.flatMap(({ headers }) => headers.getSetCookie());
      for (const line of lines) {
        const [named, ...attributes] = line.split('; ');
        expect(named).toMatch(pair);
        expect(attributes.sort()).toEqual([
          ...(named!.includes('-signed-in=') ? [] : ['HttpOnly']),
          expect.stringMatching(/^Max-Age=\d+$/),
          'Path=/',
          'SameSite=Lax',
          ...secure,
        ]);
      }
      expect(new Set(lines.map((line) => line.split('=', 1)[0])).size).toBeGreaterThanOrEqual(2);
    } finally {
      await here.stop();
    }
  });

  it('that are ended are gone from the browser', async () => {
    const line = cookieLine(await (await signedUp()).get('/api/logout'), 'sprayhunt');
    expect(line).toMatch(/^sprayhunt=; Max-Age=0; Path=\/;/);
  });

  it('are each sent once, however often a call changes the session', async () => {
    const { headers } = await new Browser(gateway.url).post('/api/sms-signup', signUpForm());
    const names = headers.getSetCookie().map((line) => line.split('=', 1)[0]);
    expect(names).toContain('sprayhunt');
    expect(names).toEqual([...new Set(names)]);
  });

  const other = 'x'.repeat(43);
  it.each<[string, (pair: string) => string, number]>([
    ['the first of two with one name', (pair) => `${pair}; sprayhunt=${other}`, 200],
    ['not the second of two with one name', (pair) => `sprayhunt=${other}; ${pair}`, 401],
    ['one among pairs that are none', (pair) => `=; ;; x; __proto__=a; constructor; = ;\t${pair} ; %zz=%zz; a==`, 200],
    ['one after a value that is no URL encoding', (pair) => `a=%E0%A4%A; ${pair}`, 200],
    ['none with another case', (pair) => pair.replace('sprayhunt', 'Sprayhunt'), 401],
    ['none in quotes', (pair) => pair.replace('=', '="').concat('"'), 401],
    ['none that is longer', (pair) => `${pair}a`, 401],
    ['none that is cut off', (pair) => pair.slice(0, -1), 401],
    ['none that is only the start of a name', (pair) => `sprayhunt; ${pair.replace('=', '.=')}`, 401],
    [
      'one behind a thousand others',
      (pair) => `${Array.from({ length: 1_000 }, (_, index) => `c${index}=1`).join('; ')}; ${pair}`,
      200,
    ],
  ])('count as they were set: %s', async (_, header, status) => {
    const { cookie } = await signedUp();
    expect((await thiefWith(header(cookie)).get('/api/auth/user')).status).toBe(status);
  });

  it('that are too long are refused with the other headers', async () => {
    const refused = await thiefWith(`sprayhunt=${'x'.repeat(20_000)}`).get('/api/auth/user');
    expect([refused.status, refused.json.code]).toEqual([431, 'HEADERS_TOO_LARGE']);
  });

  it('count as sent for the check of the origin, whatever is in them', async () => {
    for (const cookie of ['sprayhunt=', 'sprayhunt=%zz', `sprayhunt=; sprayhunt=${other}`]) {
      const refused = await thiefWith(cookie).send('POST', '/api/login/code', {
        body: { contact: CONTACT },
        headers: { origin: 'https://evil.example' },
      });
      expect([cookie, refused.status, refused.json.code]).toEqual([cookie, 403, 'CSRF']);
    }
  });

  it('begin with the session, for programs that read one alone', async () => {
    const { headers } = await new Browser(gateway.url).post('/api/sms-signup', signUpForm());
    expect(headers.getSetCookie().map((line) => line.split('=', 1)[0])).toEqual([
      'sprayhunt',
      'sprayhunt-device',
      'sprayhunt-signed-in',
    ]);
  });
});
