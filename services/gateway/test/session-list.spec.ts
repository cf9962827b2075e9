import { createHash, randomUUID } from 'node:crypto';
import { eventually } from '@sprayhunt/service-kit/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Browser, cookieLine, signUpForm } from './browser.js';
import { runGateway, type RunningGateway } from './running-gateway.js';
import { CODE } from './stub-responses.js';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0';
const NOWHERE = { status: 404, code: 'NOT_FOUND' };

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

/** Browsers in which this account signs up at once. */
async function signedInAtOnce(account: string, count: number, userAgent = FIREFOX): Promise<Browser[]> {
  const browsers = Array.from({ length: count }, () => new Browser(gateway.url));
  const signUp = gateway.users.root['signUp']!;
  gateway.users.root['signUp'] = (_args, { reply }) => {
    void reply.header('x-session-grant', JSON.stringify({ accountId: account, status: 'pending' }));
    return { status: 'pending' };
  };
  await Promise.all(
    browsers.map((browser) => browser.post('/api/sms-signup', signUpForm(), { 'user-agent': userAgent })),
  );
  gateway.users.root['signUp'] = signUp;
  return browsers;
}

/** A browser in which this account signs up; the same account again is another device of it. */
async function signedIn(account: string = randomUUID(), userAgent = FIREFOX): Promise<Browser> {
  return (await signedInAtOnce(account, 1, userAgent))[0]!;
}

/** Sessions that the account has opened elsewhere. */
const openSessions = (account: string, count: number) =>
  admin.query(
    `INSERT INTO gateway.sessions (id_hash, subject, kind, status, expires_at)
     SELECT sha256(convert_to($1 || n, 'UTF8')), $1::uuid, 'player', 'verified', now() + interval '1 day'
     FROM generate_series(1, $2::int) n`,
    [account, count],
  );

interface Listed {
  id: string;
  device: string;
  openedAt: string;
  lastSeenAt: string;
  current: boolean;
}

async function waitingForLocks(): Promise<number> {
  const { rows } = await admin.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0]!.n;
}

const list = async (browser: Browser): Promise<Listed[]> => (await browser.get('/api/profile/sessions')).json;
const refusal = ({ status, json }: Awaited<ReturnType<Browser['get']>>) => ({ status, code: json?.code });
const isSignedIn = async (browser: Browser) => (await browser.get('/api/auth/user')).status === 200;

describe("a player's sessions", () => {
  it('are listed with their device, without any secret, and the present one is marked', async () => {
    const account = randomUUID();
    const [laptop, phone] = [await signedIn(account), await signedIn(account, 'curl/8')];
    const listed = await list(laptop);
    expect(listed.map(({ device, current }) => ({ device, current }))).toEqual([
      { device: 'An unknown browser', current: false },
      { device: 'Firefox on Linux', current: true },
    ]);
    for (const { openedAt, lastSeenAt } of listed) {
      expect(Date.now() - Date.parse(openedAt)).toBeLessThan(60_000);
      expect(Date.parse(lastSeenAt)).toBeGreaterThanOrEqual(Date.parse(openedAt));
    }
    for (const browser of [laptop, phone]) expect(JSON.stringify(listed)).not.toContain(browser.cookie.split('=')[1]);
    const thief = new Browser(gateway.url);
    thief.cookie = `sprayhunt=${listed[1]!.id}`;
    expect(await isSignedIn(thief)).toBe(false);
  });

  it('are not named by what codes and sign-ins are bound to', async () => {
    const browser = await signedIn();
    await browser.get('/api/auth/user');
    const { session } = gateway.users.calls.at(-1)!.identity;
    const [{ id }] = (await list(browser)) as [Listed];
    expect(id).not.toBe(session);
    expect(refusal(await browser.delete(`/api/profile/sessions/${session!}`))).toEqual(NOWHERE);
  });

  it('leave out ended and expired ones, and those of other accounts', async () => {
    const account = randomUUID();
    const [laptop, phone, tablet] = [await signedIn(account), await signedIn(account), await signedIn(account)];
    await signedIn();
    await phone.get('/api/logout');
    await admin.query('UPDATE gateway.sessions SET expires_at = now() WHERE id_hash = $1', [
      createHash('sha256').update(tablet.cookie.split('=')[1]!).digest(),
    ]);
    expect((await list(laptop)).map(({ current }) => current)).toEqual([true]);
  });

  it('can be ended one by one, and the ended one is refused at once', async () => {
    const account = randomUUID();
    const [laptop, phone] = [await signedIn(account), await signedIn(account)];
    const { id } = (await list(laptop)).find(({ current }) => !current)!;
    const { status, text } = await laptop.delete(`/api/profile/sessions/${id}`);
    expect([status, text]).toEqual([204, '']);
    expect(await isSignedIn(phone)).toBe(false);
    expect(await isSignedIn(laptop)).toBe(true);
    expect(refusal(await laptop.delete(`/api/profile/sessions/${id}`))).toEqual(NOWHERE);
  });

  it('cannot be ended by anyone else', async () => {
    const [ann, mallory] = [await signedIn(), await signedIn()];
    const [{ id }] = (await list(ann)) as [Listed];
    expect(refusal(await mallory.delete(`/api/profile/sessions/${id}`))).toEqual(NOWHERE);
    for (const wrong of ['x', randomUUID(), '%00', `${id}${id}${id}`])
      expect([400, 404]).toContain((await mallory.delete(`/api/profile/sessions/${wrong}`)).status);
    expect(await isSignedIn(ann)).toBe(true);
  });

  it('end with the present one: that signs out', async () => {
    const browser = await signedIn();
    const { cookie } = browser;
    const [{ id }] = (await list(browser)) as [Listed];
    const response = await browser.delete(`/api/profile/sessions/${id}`);
    expect(response.status).toBe(204);
    expect(cookieLine(response, 'sprayhunt')).toContain('Max-Age=0');
    browser.cookie = cookie;
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('can all be ended but the present one', async () => {
    const account = randomUUID();
    const [laptop, phone, tablet] = [await signedIn(account), await signedIn(account), await signedIn(account)];
    const stranger = await signedIn();
    expect((await tablet.delete('/api/profile/sessions')).status).toBe(204);
    expect(await Promise.all([laptop, phone, tablet, stranger].map(isSignedIn))).toEqual([false, false, true, true]);
    expect(await list(tablet)).toHaveLength(1);
  });

  it('are published to the services when they end, by the id that calls have; sessions of guests are not', async () => {
    const account = randomUUID();
    const [laptop, phone, tablet] = [await signedIn(account), await signedIn(account), await signedIn(account)];
    const nameOf = (browser: Browser) => createHash('sha256').update(browser.cookie.split('=')[1]!).digest('base64url');
    const names = [laptop, phone].map(nameOf);
    await phone.get('/api/logout');
    await tablet.delete('/api/profile/sessions');
    const { rows } = await admin.query<{ account: string; session: string }>(
      `SELECT event -> 'data' ->> 'accountId' AS account, event -> 'data' ->> 'sessionId' AS session
       FROM (SELECT event FROM gateway.outbox UNION ALL SELECT event FROM gateway.sent_events) AS published
       WHERE event ->> 'type' = 'gateway.session-ended.v1'`,
    );
    expect(
      rows
        .filter((each) => each.account === account)
        .map(({ session }) => session)
        .sort(),
    ).toEqual(names.toSorted());
    const { rows: guests } = await admin.query(
      `SELECT FROM gateway.sessions WHERE kind = 'guest' AND subject = ANY ($1)`,
      [rows.map((each) => each.account)],
    );
    expect(guests).toEqual([]);
  });

  it('are for players: a guest is sent to sign in, also one with an anonymous session', async () => {
    const guest = new Browser(gateway.url);
    for (const unauthorized of [
      await guest.get('/api/profile/sessions'),
      await guest.delete('/api/profile/sessions'),
      await guest.delete('/api/profile/sessions/x'),
    ]) {
      expect(refusal(unauthorized)).toEqual({ status: 401, code: 'UNAUTHENTICATED' });
      expect(unauthorized.text).toContain('Unauthorized');
    }
    await guest.post('/api/login/code', { contact: 'ann@example.com' });
    expect(guest.cookie).not.toBe('');
    expect((await guest.get('/api/profile/sessions')).status).toBe(401);
  });

  it('are a hundred at most: the one unused for the longest time is removed', async () => {
    const account = randomUUID();
    const oldest = await signedIn(account);
    await openSessions(account, 99);
    expect(await isSignedIn(oldest)).toBe(true);
    const newest = await signedIn(account);
    expect(await isSignedIn(oldest)).toBe(false);
    expect(await list(newest)).toHaveLength(100);
  });

  it('are a hundred at most also where several open at once', async () => {
    const account = randomUUID();
    await openSessions(account, 100);
    await admin.query('BEGIN');
    await admin.query(`SELECT FROM gateway.sessions WHERE subject = $1 FOR UPDATE`, [account]);
    const opening = signedInAtOnce(account, 3);
    await eventually(async () => expect(await waitingForLocks()).toBe(3));
    await admin.query('COMMIT');
    await opening;
    const { rows } = await admin.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM gateway.sessions WHERE subject = $1 AND ended_at IS NULL`,
      [account],
    );
    expect(rows).toEqual([{ n: 100 }]);
  });

  it('leave the others alone where a new one replaces one of a hundred', async () => {
    const account = randomUUID();
    await openSessions(account, 99);
    const browser = await signedIn(account);
    const { cookie } = browser;
    await browser.post('/api/verify-contact', { code: CODE });
    expect(browser.cookie).not.toBe(cookie);
    expect(await list(browser)).toHaveLength(100);
  });

  it('are found by an index', async () => {
    await admin.query('SET enable_seqscan = off');
    const { rows } = await admin.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT id_hash FROM gateway.sessions
       WHERE subject = $1 AND kind = 'player' AND ended_at IS NULL ORDER BY last_seen_at DESC LIMIT 100`,
      [randomUUID()],
    );
    expect(rows.map((row) => row['QUERY PLAN']).join()).toContain('sessions_subject');
    await admin.query('RESET enable_seqscan');
  });
});

describe('the device that a browser is', () => {
  const deviceOf = () => gateway.users.calls.at(-1)!.identity.device;

  it('is sent to the users service by calls that may sign someone in, and stays the same over sessions', async () => {
    const browser = new Browser(gateway.url);
    await browser.post('/api/login/code', { contact: 'ann@example.com' }, { 'user-agent': FIREFOX });
    const first = deviceOf();
    expect(first).toEqual({ id: expect.stringMatching(/^[\w-]{43}$/) as unknown as string, userAgent: FIREFOX });
    expect(browser.device).not.toContain(first!.id);
    await browser.get('/api/logout');
    await browser.graphql(
      'mutation { requestSignInCode(contact: "ann@example.com") }',
      {},
      { 'user-agent': 'x'.repeat(1_000) },
    );
    expect(deviceOf()).toEqual({ id: first!.id, userAgent: 'x'.repeat(300) });
    await new Browser(gateway.url).post('/api/login/code', { contact: 'ann@example.com' });
    expect(deviceOf()!.id).not.toBe(first!.id);
  });

  it('is sent by no other call, and a forged cookie is no device', async () => {
    const browser = await signedIn();
    await browser.get('/api/auth/user');
    expect(deviceOf()).toBeUndefined();
    const forger = new Browser(gateway.url);
    forger.device = 'sprayhunt-device=short';
    await forger.post('/api/login/code', { contact: 'ann@example.com' });
    expect(forger.device).toMatch(/^sprayhunt-device=[\w-]{43}$/);
  });
});
