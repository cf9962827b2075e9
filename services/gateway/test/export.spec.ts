import { setTimeout as sleep } from 'node:timers/promises';
import { Readable } from 'node:stream';
import pg from 'pg';
import { backendNames, type BackendName } from '@sprayhunt/contracts';
import { eventually } from '@sprayhunt/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Browser, signUpForm } from './browser.js';
import { storeFormerResponse } from './former-response.js';
import { runGateway, type RunningGateway } from './running-gateway.js';
import { account } from './stub-responses.js';

let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await runGateway();
});
afterAll(() => gateway.stop());

async function signedUp(): Promise<Browser> {
  const browser = new Browser(gateway.url);
  expect((await browser.post('/api/sms-signup', signUpForm(), { 'user-agent': 'Painters phone' })).status).toBe(201);
  return browser;
}

/** Has a service return something else once. */
async function instead(
  service: BackendName,
  result: RunningGateway['media']['personalData'],
  work: () => Promise<void>,
): Promise<void> {
  const before = gateway[service].personalData;
  gateway[service].personalData = result;
  try {
    await work();
  } finally {
    gateway[service].personalData = before;
  }
}

describe('the export', () => {
  it('is one file with what every service and the gateway itself hold about the caller', async () => {
    const browser = await signedUp();
    const { id } = (await browser.get('/api/auth/user')).json;
    await storeFormerResponse(gateway.adminUrl, id);
    const { status, headers, json } = await browser.get('/api/profile/export');
    expect(status).toBe(200);
    const date = new Date().toISOString().slice(0, 10);
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="sprayhunt-zoe-${date}.json"; filename*=UTF-8''sprayhunt-zoe-${date}.json`,
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect(json).toEqual({
      product: 'Sprayhunt',
      exportedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      profile: { usersOf: id },
      map: { discoveryOf: id },
      pictures: { mediaOf: id },
      missions: { missionsOf: id },
      store: { commerceOf: id },
      browser: {
        sessions: [expect.objectContaining({ userAgent: 'Painters phone', address: '127.0.0.1', endedAt: null })],
        rememberedRequests: [{ route: 'POST /api/profile/art', status: 201, expiresAt: expect.any(String) }],
        standing: null,
      },
    });
    expect(JSON.stringify(json)).not.toContain(browser.cookie.split('=')[1]);
  });

  it('is named after any name that a player may have', async () => {
    const browser = await signedUp();
    const me = gateway.users.root['me']!;
    gateway.users.root['me'] = () => account({ username: `Ömer "o'neil"` });
    const { headers } = await browser.get('/api/profile/export');
    gateway.users.root['me'] = me;
    const [kind, plain, encoded] = headers.get('content-disposition')!.split('; ');
    expect(kind).toBe('attachment');
    expect(plain).toMatch(/^filename="sprayhunt-_mer__o_neil_-[\d-]+\.json"$/);
    expect(encoded).toMatch(/^filename\*=UTF-8''sprayhunt-%C3%96mer%20%22o%27neil%22-[\d-]+\.json$/);
  });

  it('is for the signed-in player alone, and not for an account that is gone', async () => {
    expect((await new Browser(gateway.url).get('/api/profile/export')).status).toBe(401);
    const browser = await signedUp();
    const me = gateway.users.root['me']!;
    gateway.users.root['me'] = () => null;
    const { status, json } = await browser.get('/api/profile/export');
    gateway.users.root['me'] = me;
    expect([status, json.code]).toEqual([401, 'UNAUTHENTICATED']);
  });

  it.each(backendNames)('is refused as a whole while %s is down', async (service) => {
    const browser = await signedUp();
    await instead(
      service,
      (_, reply) => reply.code(500).send({}),
      async () => {
        const { status, json, headers } = await browser.get('/api/profile/export');
        expect([status, json.code, headers.get('content-disposition')]).toEqual([503, 'UNAVAILABLE', null]);
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      },
    );
    expect((await browser.get('/api/profile/export')).status).toBe(200);
  });

  it('breaks off where a service breaks off, and never looks whole', async () => {
    const browser = await signedUp();
    const half = async function* () {
      yield '{"pictures":[';
      await sleep(100);
      throw new Error('The store is unavailable');
    };
    await instead(
      'media',
      (_, reply) => reply.type('application/json').send(Readable.from(half())),
      async () => {
        await expect(browser.get('/api/profile/export')).rejects.toThrow('terminated');
      },
    );
  });

  it('passes megabytes on as they come, and lets go of the services when the download is given up', async () => {
    const browser = await signedUp();
    let sent = 0;
    let ended = false;
    const endless = async function* () {
      try {
        for (yield '{"pictures":["'; ; sent += 1) yield 'x'.repeat(1_000_000);
      } finally {
        ended = true;
      }
    };
    await instead(
      'media',
      (_, reply) => reply.type('application/json').send(Readable.from(endless(), { objectMode: false })),
      async () => {
        const giveUp = new AbortController();
        const response = await fetch(`${gateway.url}/api/profile/export`, {
          headers: { cookie: browser.cookie },
          signal: giveUp.signal,
        });
        const reader = response.body!.getReader();
        let got = 0;
        while (got < 5_000_000) got += (await reader.read()).value!.length;
        await sleep(300);
        // What no one reads is not fetched either, but for what the lines themselves hold.
        expect(sent).toBeLessThan(60);
        giveUp.abort();
        await eventually(() => expect(ended).toBe(true));
      },
    );
  });

  it('may be asked for a few times an hour, by each account', async () => {
    const strict = await runGateway({ RATE_EXPORTS: '2/3600' });
    try {
      const [one, other] = [new Browser(strict.url), new Browser(strict.url)];
      for (const browser of [one, other]) await browser.post('/api/sms-signup', signUpForm());
      strict.media.personalData = (_, reply) => reply.code(500).send({});
      for (let times = 0; times < 3; times += 1) expect((await one.get('/api/profile/export')).status).toBe(503);
      strict.media.personalData = () => ({});
      const statuses = [];
      for (const browser of [one, one, one, other]) statuses.push((await browser.get('/api/profile/export')).status);
      expect(statuses).toEqual([200, 200, 429, 200]);
      expect(Number((await one.get('/api/profile/export')).headers.get('retry-after'))).toBeGreaterThan(3_000);
    } finally {
      await strict.stop();
    }
  });

  it('covers every table of the gateway that says whose a row is', async () => {
    const admin = new pg.Client({ connectionString: gateway.adminUrl });
    await admin.connect();
    const { rows } = await admin.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables
       WHERE table_schema = 'gateway' AND table_name !~ '^(sent_events|inbox_)' ORDER BY 1`,
    );
    await admin.end();
    // A sign-in on its way names a browser for some minutes, and no player; partners' documents, points, usage and
    // revocations name a client; the former release counts calls by hashes for the seconds of a limit; a viewport
    // belongs to a session, is replaced by the next and ends with it.
    const others = [
      'call_counts',
      'session_viewports',
      'sign_in_flows',
      'dead_letters',
      'erased_accounts',
      'event_failures',
      'inbox',
      'known_streams',
      'migrations',
      'outbox',
      'partner_documents',
      'partner_points',
      'partner_usage',
      'revoked_clients',
    ];
    expect(rows.map(({ name }) => name).filter((name) => !others.includes(name))).toEqual([
      'account_standings',
      'idempotency_keys',
      'sessions',
    ]);
  });
});
