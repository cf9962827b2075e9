import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Browser, signUpForm } from './browser.js';
import { runGateway, type RunningGateway } from './running-gateway.js';
import { PASSKEY } from './stub-responses.js';

let gateway: RunningGateway;
let zoe: Browser;
const guest = () => new Browser(gateway.url);
const item = {
  id: expect.any(String) as unknown as string,
  name: 'Blue phone',
  backedUp: true,
  createdAt: '2026-11-20T12:00:00.000Z',
  lastUsedAt: null,
};

beforeAll(async () => {
  gateway = await runGateway();
  zoe = guest();
  expect((await zoe.post('/api/sms-signup', signUpForm())).status).toBe(201);
});
afterAll(() => gateway.stop());

describe('sign-in by passkey', () => {
  it("asks in an anonymous session, and the response of that session opens the account's [PERM-19]", async () => {
    const browser = guest();
    const options = await browser.post('/api/login/passkey/options');
    expect([options.status, options.json]).toEqual([
      200,
      { challenge: 'AAAA', rpId: 'localhost', timeout: 300_000, userVerification: 'required' },
    ]);
    const before = browser.cookie;
    expect(before).not.toBe('');
    gateway.users.calls.length = 0;
    const { status, text, headers } = await browser.post('/api/login/passkey', { response: { id: PASSKEY } });
    expect([status, text, headers.get('content-type')]).toEqual([204, '', null]);
    expect(gateway.users.calls[0]!.identity).toMatchObject({
      kind: 'guest',
      session: expect.any(String) as unknown as string,
      subject: expect.stringMatching(/^.{14}4/) as unknown as string,
    });
    expect(browser.cookie).not.toBe(before);
    expect((await browser.get('/api/auth/user')).status).toBe(200);
    const stale = guest();
    stale.cookie = before;
    expect((await stale.get('/api/auth/user')).status).toBe(401);
  });

  it('opens no session where the issuer asked for the sign-in, and says where to go on', async () => {
    const browser = guest();
    await browser.post('/api/login/passkey/options');
    const { status, json } = await browser.post('/api/login/passkey', {
      response: { id: PASSKEY },
      interaction: 'abc',
    });
    expect([status, json]).toEqual([200, { continueTo: '/oidc/auth/abc' }]);
    expect((await browser.get('/api/auth/user')).status).toBe(401);
  });

  it('refuses a passkey that is not right, and what is none', async () => {
    const browser = guest();
    await browser.post('/api/login/passkey/options');
    const wrong = await browser.post('/api/login/passkey', { response: { id: 'AAAA' } });
    expect([wrong.status, wrong.json.code]).toEqual([422, 'PASSKEY_INVALID']);
    for (const body of [
      {},
      { response: 'text' },
      { response: null },
      { response: [] },
      { response: {}, interaction: 5 },
    ]) {
      const { status, json } = await browser.post('/api/login/passkey', body);
      expect([status, json.code]).toEqual([422, 'VALIDATION_FAILED']);
    }
    expect((await browser.get('/api/auth/user')).status).toBe(401);
  });
});

describe('the passkeys of a player', () => {
  const id = randomUUID();

  it('are listed, added, renamed and removed', async () => {
    const calls = [
      await zoe.get('/api/profile/passkeys'),
      await zoe.post('/api/profile/passkeys/options'),
      await zoe.post('/api/profile/passkeys', { response: { id: 'AAAA' }, name: 'Blue phone' }),
      await zoe.put(`/api/profile/passkeys/${id}`, { body: { name: 'Red phone' } }),
      await zoe.delete(`/api/profile/passkeys/${id}`),
    ];
    expect(calls.map(({ status, json }) => [status, json])).toEqual([
      [200, [item]],
      [200, { challenge: 'AAAA', rp: { id: 'localhost', name: 'Sprayhunt' }, excludeCredentials: [] }],
      [201, item],
      [200, { ...item, id, name: 'Red phone' }],
      [204, undefined],
    ]);
  });

  it('are nothing for guests, and nothing for other sites', async () => {
    const calls: [string, string, unknown][] = [
      ['GET', '/api/profile/passkeys', undefined],
      ['POST', '/api/profile/passkeys/options', undefined],
      ['POST', '/api/profile/passkeys', { response: {} }],
      ['PUT', `/api/profile/passkeys/${id}`, { name: 'Mine' }],
      ['DELETE', `/api/profile/passkeys/${id}`, undefined],
    ];
    const before = gateway.users.calls.length;
    for (const [method, path, body] of calls) {
      const asGuest = await guest().send(method, path, { body });
      expect([method, path, asGuest.status, asGuest.json.code]).toEqual([method, path, 401, 'UNAUTHENTICATED']);
      if (method === 'GET') continue;
      const elsewhere = await zoe.send(method, path, { body, headers: { origin: 'https://elsewhere.example' } });
      expect([method, path, elsewhere.status, elsewhere.json.code]).toEqual([method, path, 403, 'CSRF']);
    }
    expect(gateway.users.calls).toHaveLength(before);
  });

  it('are named by ids alone', async () => {
    expect((await zoe.delete('/api/profile/passkeys/none')).status).toBe(404);
  });
});
