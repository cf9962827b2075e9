import { createHash, randomUUID } from 'node:crypto';
import { accountDataErased, accountErased, signUpExpired, subjectMerged } from '@sprayhunt/contracts';
import { uuidv7 } from '@sprayhunt/service-kit';
import { eventOf } from '@sprayhunt/service-kit/harness';
import { eventually, publishedEvents } from '@sprayhunt/service-kit/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Browser, signUpForm } from './browser.js';
import { storeFormerResponse } from './former-response.js';
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

async function signedUp() {
  const browser = new Browser(gateway.url);
  expect((await browser.post('/api/sms-signup', signUpForm())).status).toBe(201);
  return { browser, id: (await browser.get('/api/auth/user')).json.id as string };
}

/** A second session of the same account, on another device. */
async function elsewhere(id: string): Promise<Browser> {
  const other = new Browser(gateway.url);
  other.cookie = `sprayhunt=${uuidv7().replaceAll('-', '').padEnd(43, 'x')}`;
  await admin.query(
    `INSERT INTO gateway.sessions (id_hash, subject, kind, status, expires_at, user_agent)
     VALUES ($1, $2, 'player', 'pending', now() + interval '1 day', 'Phone')`,
    [createHash('sha256').update(other.cookie.split('=')[1]!).digest(), id],
  );
  return other;
}

const held = async (id: string) => {
  const { rows } = await admin.query<{ sessions: number; keys: number }>(
    `SELECT (SELECT count(*)::int FROM gateway.sessions WHERE subject = $1) AS sessions,
       (SELECT count(*)::int FROM gateway.idempotency_keys WHERE scope = $1::text) AS keys`,
    [id],
  );
  return rows[0]!;
};

async function publishErasure(
  accountId: string,
  event: typeof accountErased | typeof signUpExpired = accountErased,
): Promise<void> {
  await gateway.publish(eventOf(event, { accountId }));
  await eventually(async () => {
    const { rowCount } = await admin.query(
      `SELECT FROM ${publishedEvents('gateway')}
       WHERE subject = $1 AND event -> 'data' ->> 'accountId' = $2 AND event -> 'data' ->> 'service' = 'gateway'`,
      [accountDataErased.subject, accountId],
    );
    expect(rowCount).toBe(1);
  });
}

describe('deleting the account', () => {
  it('sends a code and says where to, then deletes and ends every session at once, with the cookie', async () => {
    const { browser, id } = await signedUp();
    const other = await elsewhere(id);
    const requested = await browser.post('/api/profile/deletion/code');
    expect([requested.status, requested.json]).toEqual([202, { sentTo: '••••••0100' }]);
    const refused = await browser.post('/api/profile/deletion', { code: '000000' });
    expect([refused.status, refused.json.code]).toEqual([422, 'CODE_INVALID']);
    expect((await other.get('/api/auth/user')).status).toBe(200);

    const former = browser.cookie;
    const done = await browser.post('/api/profile/deletion', { code: CODE });
    expect([done.status, done.text, browser.cookie]).toEqual([204, '', '']);
    expect((await other.get('/api/auth/user')).status).toBe(401);
    browser.cookie = former;
    expect((await browser.get('/api/auth/user')).status).toBe(401);
    expect((await browser.post('/api/profile/deletion', { code: CODE })).status).toBe(401);
  });

  it('is for players on our own page', async () => {
    for (const path of ['/api/profile/deletion/code', '/api/profile/deletion']) {
      expect((await new Browser(gateway.url).post(path, { code: CODE })).status).toBe(401);
      const { browser } = await signedUp();
      const foreign = await browser.post(path, { code: CODE }, { origin: 'https://elsewhere.example' });
      expect([foreign.status, foreign.json.code]).toEqual([403, 'CSRF']);
    }
  });
});

describe('an erased account', () => {
  it('has no session any more, nothing of its requests is remembered, and late ones open nothing', async () => {
    const { browser, id } = await signedUp();
    const kept = await signedUp();
    await elsewhere(id);
    for (const one of [id, kept.id]) await storeFormerResponse(gateway.adminUrl, one);
    expect(await held(id)).toEqual({ sessions: 2, keys: 1 });
    await publishErasure(id);
    expect(await held(id)).toEqual({ sessions: 0, keys: 0 });
    expect((await browser.get('/api/auth/user')).status).toBe(401);
    expect(await held(kept.id)).toEqual({ sessions: 1, keys: 1 });

    const signIn = gateway.users.root['signIn']!;
    gateway.users.root['signIn'] = (_: never, { reply }) => {
      void reply.header('x-session-grant', JSON.stringify({ accountId: id, status: 'verified' }));
      return null;
    };
    const late = new Browser(gateway.url);
    await late.post('/api/login/verify', { contact: 'zoe@example.org', code: CODE });
    gateway.users.root['signIn'] = signIn;
    expect((await late.get('/api/auth/user')).status).toBe(401);
    expect(await held(id)).toEqual({ sessions: 0, keys: 0 });
  });
});

it('a sign-up that expired has no session any more, and nothing of its requests is remembered', async () => {
  const { browser, id } = await signedUp();
  await storeFormerResponse(gateway.adminUrl, id);
  await publishErasure(id, signUpExpired);
  expect([await held(id), (await browser.get('/api/auth/user')).status]).toEqual([{ sessions: 0, keys: 0 }, 401]);
});

describe('a merged sign-up', () => {
  it('has no session any more; a request repeated in the account’s session gets its first response', async () => {
    const [{ browser, id }, account] = [await signedUp(), await signedUp()];
    await elsewhere(id);
    const former = { key: randomUUID(), sent: { title: 'Wall' } };
    await storeFormerResponse(gateway.adminUrl, id, former);
    for (let times = 0; times < 2; times += 1)
      await gateway.publish(eventOf(subjectMerged, { subjectId: id, accountId: account.id }));
    await eventually(async () => expect(await held(id)).toMatchObject({ sessions: 0 }));
    expect((await browser.get('/api/auth/user')).status).toBe(401);
    const repeated = await account.browser.post('/api/profile/art', former.sent, { 'idempotency-key': former.key });
    expect([repeated.status, repeated.text]).toEqual([201, '"former"']);
    await publishErasure(account.id);
    expect([await held(id), await held(account.id)]).toEqual([
      { sessions: 0, keys: 0 },
      { sessions: 0, keys: 0 },
    ]);
  });

  it('is erased where its account is erased already', async () => {
    const [{ id }, account] = [await signedUp(), await signedUp()];
    await storeFormerResponse(gateway.adminUrl, id);
    await publishErasure(account.id);
    await gateway.publish(eventOf(subjectMerged, { subjectId: id, accountId: account.id }));
    await eventually(async () => expect(await held(id)).toEqual({ sessions: 0, keys: 0 }));
  });
});
