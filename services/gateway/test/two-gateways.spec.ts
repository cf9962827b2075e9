import { randomUUID } from 'node:crypto';
import {
  accessTokenRevoked,
  accountErased,
  accountStandingChanged,
  consentEnded,
  partnerClientChanged,
} from '@sprayhunt/contracts';
import { uuidv7 } from '@sprayhunt/service-kit';
import { eventOf, statementsOf } from '@sprayhunt/service-kit/harness';
import { eventually } from '@sprayhunt/service-kit/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Browser, signUpForm } from './browser.js';
import { runGateway, type RunningGateway } from './running-gateway.js';
import { CODE } from './stub-responses.js';

/** Ends the connections by which gateways listen to notifications. */
const END_LISTENERS = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE application_name = 'events-listen' AND datname = current_database()`;

let gateway: RunningGateway;
let other: Awaited<ReturnType<RunningGateway['another']>>;
let admin: pg.Client;
beforeAll(async () => {
  gateway = await runGateway();
  other = await gateway.another();
  admin = new pg.Client({ connectionString: gateway.adminUrl });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await other.stop();
  await gateway.stop();
});

async function signedIn(account: string = randomUUID()): Promise<Browser> {
  const browser = new Browser(gateway.url);
  const signUp = gateway.users.root['signUp']!;
  gateway.users.root['signUp'] = (_args, { reply }) => {
    void reply.header('x-session-grant', JSON.stringify({ accountId: account, status: 'pending' }));
    return { status: 'pending' };
  };
  await browser.post('/api/sms-signup', signUpForm());
  gateway.users.root['signUp'] = signUp;
  return browser;
}

/** The same browser at the other gateway, which knows its session by now. */
async function atTheOther(browser: Browser): Promise<Browser> {
  const same = new Browser(other.url);
  same.cookie = browser.cookie;
  expect((await same.get('/api/auth/user')).status).toBe(200);
  return same;
}

const untilRefused = (browser: Browser, patience?: { timeout: number }) =>
  eventually(async () => expect((await browser.get('/api/auth/user')).status).toBe(401), patience);

/** While the clock of the caches is stopped, entries are removed by notifications only. */
async function withoutTime<T>(work: () => Promise<T>): Promise<T> {
  const clock = jest.spyOn(performance, 'now').mockReturnValue(performance.now());
  return work().finally(() => clock.mockRestore());
}

describe('a session that ends at one gateway', () => {
  it.each([
    ['by signing out', (browser: Browser) => browser.get('/api/logout')],
    ['by a change of rights', (browser: Browser) => browser.post('/api/verify-contact', { code: CODE })],
  ])('%s is refused by the other at its notice', async (_, end) => {
    const browser = await signedIn();
    await withoutTime(async () => {
      const same = await atTheOther(browser);
      await end(browser);
      await untilRefused(same);
    });
  });

  it('by its player from another one is refused at its notice', async () => {
    const account = randomUUID();
    const [laptop, phone] = [await signedIn(account), await signedIn(account)];
    await withoutTime(async () => {
      const same = await atTheOther(phone);
      expect((await laptop.delete('/api/profile/sessions')).status).toBe(204);
      await untilRefused(same);
    });
  });

  it('with its erased account is refused by both', async () => {
    const account = uuidv7();
    const browser = await signedIn(account);
    await withoutTime(async () => {
      const same = await atTheOther(browser);
      await gateway.publish(eventOf(accountErased, { accountId: account }));
      for (const one of [browser, same]) await untilRefused(one);
    });
  });

  it('is refused a little later where the notice is lost', async () => {
    const browser = await signedIn();
    await admin.query('ALTER TABLE gateway.sessions DISABLE TRIGGER USER');
    try {
      const same = await atTheOther(browser);
      await browser.get('/api/logout');
      // A session is cached for two seconds.
      await untilRefused(same, { timeout: 3_000 });
    } finally {
      await admin.query('ALTER TABLE gateway.sessions ENABLE TRIGGER USER');
    }
  });

  it('is looked up again by a gateway that received no notification for a while', async () => {
    const browser = await signedIn();
    await withoutTime(async () => {
      const same = await atTheOther(browser);
      await admin.query('ALTER TABLE gateway.sessions DISABLE TRIGGER USER');
      try {
        await browser.get('/api/logout');
      } finally {
        await admin.query('ALTER TABLE gateway.sessions ENABLE TRIGGER USER');
      }
      await admin.query(END_LISTENERS);
      await untilRefused(same);
    });
  });
});

describe('what changes of an account', () => {
  it('is in the identity of its sessions at both gateways at its notice, the newest whatever the order', async () => {
    const account = randomUUID();
    const browser = await signedIn(account);
    await withoutTime(async () => {
      const both = [browser, await atTheOther(browser)];
      const publishStanding = (version: number, roles: string[], suspendedUntil: string | null = null) =>
        gateway.publish(eventOf(accountStandingChanged, { accountId: account, roles, suspendedUntil, version }));
      const untilBothSay = (roles: string[] | undefined, suspendedUntil?: string) =>
        eventually(async () => {
          for (const one of both) {
            await one.get('/api/auth/user');
            const { identity } = gateway.users.calls.at(-1)!;
            expect([identity.subject, identity.roles, identity.suspendedUntil]).toEqual([
              account,
              roles,
              suspendedUntil,
            ]);
          }
        });
      await untilBothSay(undefined);
      await publishStanding(2, ['moderator']);
      await untilBothSay(['moderator']);
      await publishStanding(1, ['organiser']);
      await publishStanding(3, [], '2030-01-01T00:00:00.000Z');
      await untilBothSay(undefined, '2030-01-01T00:00:00.000Z');
      await publishStanding(4, []);
      await untilBothSay(undefined);
    });
  });
});

describe('a client that is revoked', () => {
  const clientOf = async (clientId: string) => {
    const headers = { authorization: `Bearer ${await gateway.issuer.token({ sub: clientId, client_id: clientId })}` };
    return (url: string, path = '/api/discoveries/nearby?latitude=1&longitude=2', signal?: AbortSignal) =>
      fetch(`${url}${path}`, { headers, signal });
  };
  const changed = (clientId: string, state: 'active' | 'revoked', version: number) =>
    eventOf(partnerClientChanged, { clientId, state, ownerId: null, scopes: ['discoveries:read'], version });

  it('is refused by both at its notice, with the live connections of its tokens, and no other client is', async () => {
    const [revoked, another] = [randomUUID(), randomUUID()];
    const [call, callOfAnother] = await Promise.all([revoked, another].map(clientOf));
    const gone = new AbortController();
    const live = await Promise.all(
      [gateway.url, other.url].flatMap((url) => [
        call!(url, '/api/live', gone.signal),
        callOfAnother!(url, '/api/live', gone.signal),
      ]),
    );
    expect(live.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const ended = live.map(() => false);
    const readers = live.map(async (response, at) => {
      for await (const _ of response.body!);
      ended[at] = true;
    });
    await withoutTime(async () => {
      await gateway.publish(changed(revoked, 'revoked', 2));
      // Ended later, and published later.
      await gateway.publish(changed(revoked, 'active', 1));
      await gateway.publish(changed(another, 'active', 2));
      for (const url of [gateway.url, other.url])
        await eventually(async () => {
          const response = await call!(url);
          expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([401, 'TOKEN_INVALID']);
        });
      await eventually(() => expect(ended).toEqual([true, false, true, false]));
    });
    expect((await callOfAnother!(other.url)).status).toBe(200);
    gone.abort();
    await Promise.allSettled(readers);
  });

  it('is refused by a gateway that starts later, and by one that did not hear of it', async () => {
    const clientId = randomUUID();
    const call = await clientOf(clientId);
    expect((await call(other.url)).status).toBe(200);
    await admin.query('ALTER TABLE gateway.revoked_clients DISABLE TRIGGER USER');
    try {
      await gateway.publish(changed(clientId, 'revoked', 2));
      await eventually(async () =>
        expect(
          (await admin.query('SELECT FROM gateway.revoked_clients WHERE client_id = $1', [clientId])).rowCount,
        ).toBe(1),
      );
    } finally {
      await admin.query('ALTER TABLE gateway.revoked_clients ENABLE TRIGGER USER');
    }
    const third = await gateway.another();
    try {
      expect((await call(third.url)).status).toBe(401);
    } finally {
      await third.stop();
    }
    await admin.query(END_LISTENERS);
    await eventually(async () => expect((await call(other.url)).status).toBe(401));
  });
});

describe('a consent that ended', () => {
  it('opens nothing at both at its notice; other players of the client are not concerned', async () => {
    const [clientId, consentId] = [randomUUID(), randomUUID()];
    const calls = await Promise.all(
      [consentId, randomUUID()].map(async (grant_id) => {
        const claims = { sub: randomUUID(), client_id: clientId, grant_id, scope: 'discoveries:write' };
        const headers = {
          authorization: `Bearer ${await gateway.issuer.token(claims)}`,
          'content-type': 'application/json',
        };
        return async (url: string) =>
          (
            await fetch(`${url}/api/discoveries`, {
              method: 'POST',
              headers,
              body: JSON.stringify({ title: 'x', latitude: 1, longitude: 2 }),
            })
          ).status;
      }),
    );
    for (const url of [gateway.url, other.url])
      expect(await Promise.all(calls.map((call) => call(url)))).toEqual([201, 201]);
    await withoutTime(async () => {
      await gateway.publish(eventOf(consentEnded, { consentId }));
      for (const url of [gateway.url, other.url])
        await eventually(async () => expect(await Promise.all(calls.map((call) => call(url)))).toEqual([401, 201]));
    });
  });
});

describe('a token that its client revoked', () => {
  it('opens nothing at both at its notice, and its live connection ends; other tokens stay valid', async () => {
    const [clientId, tokenId] = [randomUUID(), randomUUID()];
    const [revoked, kept] = await Promise.all(
      [tokenId, randomUUID()].map(async (jti) => ({
        authorization: `Bearer ${await gateway.issuer.token({ sub: clientId, client_id: clientId, jti })}`,
      })),
    );
    const call = async (url: string, headers = revoked!) =>
      (await fetch(`${url}/api/discoveries/nearby?latitude=1&longitude=2`, { headers })).status;
    const urls = [gateway.url, other.url];
    for (const url of urls) expect([await call(url), await call(url, kept)]).toEqual([200, 200]);
    const live = await Promise.all(urls.map((url) => fetch(`${url}/api/live`, { headers: revoked! })));
    await withoutTime(async () => {
      await gateway.publish(eventOf(accessTokenRevoked, { tokenId }));
      for (const url of urls) await eventually(async () => expect(await call(url)).toBe(401));
    });
    // They end, or this waits for ever.
    await Promise.all(live.map((response) => response.text()));
    for (const url of urls) expect(await call(url, kept)).toBe(200);
  });
});

describe('a live session', () => {
  it('is looked up once for many requests', async () => {
    const browser = await signedIn();
    const statements = await statementsOf(() =>
      withoutTime(async () => {
        for (let times = 0; times < 5; times += 1) expect((await browser.get('/api/auth/user')).status).toBe(200);
      }),
    );
    expect(statements.filter(({ name }) => name === 'find-session')).toHaveLength(1);
  });
});
