import { randomUUID } from 'node:crypto';
import {
  discoveryCreated,
  discoveryHidden,
  discoveryRemoved,
  discoveryShown,
  playerNotified,
  tokensAwarded,
} from '@sprayhunt/contracts';
import { eventOf } from '@sprayhunt/service-kit/harness';
import { eventually } from '@sprayhunt/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LiveFeed } from '../src/live/live-feed.js';
import { Browser, signUpForm } from './browser.js';
import { runGateway, type RunningGateway } from './running-gateway.js';
import { CODE } from './stub-responses.js';

let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await runGateway({ LIVE_CONNECTIONS: '3', TRUST_PROXY: 'loopback' });
});
afterAll(() => gateway.stop());

interface Line {
  events: { event: string; data: Record<string, unknown> }[];
  status: number;
  ended: boolean;
  close(): void;
}

/** Reads server-sent events as a browser does. */
async function listen(
  cookie: string,
  query = '',
  headers: Record<string, string> = {},
  url = gateway.url,
): Promise<Line> {
  const stop = new AbortController();
  const response = await fetch(`${url}/api/live${query}`, {
    headers: cookie ? { cookie, ...headers } : headers,
    signal: stop.signal,
  });
  const line: Line = { events: [], status: response.status, ended: false, close: () => stop.abort() };
  if (response.status === 200) expect(response.headers.get('content-type')).toMatch('text/event-stream');
  void (async () => {
    let text = '';
    for await (const bytes of response.body!) {
      text += Buffer.from(bytes).toString();
      const blocks = text.split('\n\n');
      text = blocks.pop()!;
      for (const block of blocks) {
        const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
        if (event) line.events.push({ event, data: JSON.parse(data!) });
      }
    }
    line.ended = true;
  })().catch(() => (line.ended = true));
  return line;
}

const award = (accountId: string, amount = 50) =>
  gateway.publish(
    eventOf(tokensAwarded, {
      transferId: randomUUID(),
      accountId,
      amount,
      reason: 'discovery',
      sourceId: randomUUID(),
      balance: 150,
    }),
  );

function created(latitude: number, longitude: number): Promise<void> & { id: string } {
  const discoveryId = randomUUID();
  const event = eventOf(discoveryCreated, {
    ...{
      discoveryId,
      playerId: randomUUID(),
      role: 'artist',
      pinType: 'flag',
      isFreshArt: true,
      tokens: 150,
      xp: 15,
      latitude,
      longitude,
    },
    ...{ title: 'Wall', pictureId: null, hasDescription: false, createdAt: new Date().toISOString() },
  });
  return Object.assign(gateway.publish(event), { id: discoveryId });
}

async function player(): Promise<{ browser: Browser; id: string }> {
  const browser = new Browser(gateway.url);
  await browser.post('/api/sms-signup', signUpForm());
  await browser.post('/api/verify-contact', { code: CODE });
  return { browser, id: (await browser.get('/api/auth/user')).json.id };
}

describe('GET /api/live', () => {
  it('tells a player, in every tab and no one else, of coins that were booked and of notifications', async () => {
    const ann = await player();
    const bob = await player();
    const [one, two, other, guest] = await Promise.all([
      listen(ann.browser.cookie),
      listen(ann.browser.cookie),
      listen(bob.browser.cookie),
      listen(''),
    ]);
    // The stream is read from now on; asking until it arrives covers the moment in which reading begins.
    await eventually(async () => {
      await award(ann.id);
      expect(one.events.length).toBeGreaterThan(0);
    });
    await award(bob.id, 150);
    await eventually(() =>
      expect(other.events.at(-1)).toEqual({
        event: 'tokens',
        data: { balance: 150, change: 150, reason: 'discovery' },
      }),
    );
    expect(one.events[0]).toEqual({ event: 'tokens', data: { balance: 150, change: 50, reason: 'discovery' } });
    expect(two.events[0]).toEqual(one.events[0]);
    expect(other.events.every(({ data }) => data['change'] === 150)).toBe(true);
    const notified = { event: 'notification', data: { unread: 2, kind: 'reply' } };
    await eventually(async () => {
      await gateway.publish(eventOf(playerNotified, { accountId: ann.id, ...notified.data }));
      expect([one, two].map(({ events }) => events.at(-1))).toEqual([notified, notified]);
    });
    expect(other.events.some(({ event }) => event === 'notification')).toBe(false);
    expect(guest.events).toEqual([]);
    for (const line of [one, two, other, guest]) line.close();
  });

  it('tells of a discovery near what the session looked at last, also across the antimeridian', async () => {
    const { browser } = await player();
    const fiji = 'latitude=-17&longitude=179.99';
    await browser.get(`/api/discoveries/nearby?${fiji}&radius=5000`);
    const [follower, fixed, blind] = await Promise.all([
      listen(browser.cookie),
      listen('', `?${fiji}&radius=5000`),
      listen(''),
    ]);
    const far = created(-17, 178);
    await far;
    const near = created(-17, -179.99);
    await near;
    for (const line of [follower, fixed]) {
      await eventually(() => expect(line.events.map(({ data }) => data['id'])).toEqual([near.id]));
      expect(line.events[0]).toMatchObject({
        event: 'discovery',
        data: {
          title: 'Wall',
          latitude: -17,
          longitude: -179.99,
          userRole: 'artist',
          pinType: 'flag',
          isFreshArt: true,
          imageUrl: null,
        },
      });
    }
    expect(blind.events).toEqual([]);
    await browser.get('/api/discoveries/nearby?latitude=-17&longitude=178&radius=5000');
    const next = created(-17, 178);
    await next;
    await eventually(() => expect(follower.events.at(-1)!.data['id']).toBe(next.id));
    for (const line of [follower, fixed, blind]) line.close();
  });

  it('follows the viewport of the session at another gateway, also after a restart and a sign-in', async () => {
    const other = await gateway.another();
    const around = (latitude: number) => `/api/discoveries/nearby?latitude=${latitude}&longitude=20&radius=5000`;
    const hears = (line: Line, latitude: number) =>
      eventually(async () => {
        const work = created(latitude, 20);
        await work;
        await eventually(() => expect(line.events.at(-1)?.data['id']).toBe(work.id), { timeout: 200 });
      });
    const { browser } = await player();
    await browser.get(around(10));
    const line = await listen(browser.cookie, '', {}, other.url);
    await hears(line, 10);
    await browser.get(around(30));
    await hears(line, 30);
    const seen = line.events.length;
    await created(10, 20);
    await hears(line, 30);
    expect(line.events.slice(seen).filter(({ data }) => data['latitude'] === 10)).toEqual([]);
    // At a gateway that has not seen the session before, its rights change, and so its id.
    const there = new Browser(other.url);
    there.cookie = browser.cookie;
    await there.post('/api/login/code', { contact: '+15145550100' });
    expect((await there.post('/api/login/verify', { contact: '+15145550100', code: CODE })).status).toBe(204);
    expect(there.cookie).not.toBe(browser.cookie);
    const third = await gateway.another();
    const [followed, fresh] = await Promise.all([
      listen(there.cookie, '', {}, other.url),
      listen(there.cookie, '', {}, third.url),
    ]);
    await hears(followed, 30);
    await hears(fresh, 30);
    for (const one of [line, followed, fresh]) one.close();
    await Promise.all([other.stop(), third.stop()]);
  });

  it('tells of works that were taken off the map, where they were, and of those that come back', async () => {
    const [near, elsewhere] = await Promise.all([
      listen('', '?latitude=51.5&longitude=-0.1&radius=5000'),
      listen('', '?latitude=-17&longitude=178&radius=5000'),
    ]);
    const [hidden, removed, imported] = [randomUUID(), randomUUID(), randomUUID()];
    const place = { latitude: 51.51, longitude: -0.1 };
    await eventually(async () => {
      await gateway.publish(eventOf(discoveryHidden, { discoveryId: hidden, ...place }));
      expect(near.events.at(-1)).toEqual({ event: 'removed', data: { id: hidden } });
    });
    await gateway.publish(eventOf(discoveryRemoved, { discoveryId: imported, playerId: randomUUID() }));
    await eventually(async () => {
      await gateway.publish(eventOf(discoveryRemoved, { discoveryId: removed, playerId: randomUUID(), ...place }));
      expect(near.events.at(-1)).toEqual({ event: 'removed', data: { id: removed } });
    });
    expect(near.events.some(({ data }) => data['id'] === imported)).toBe(false);
    const work = {
      role: 'artist',
      pinType: 'tag',
      isFreshArt: true,
      ...place,
      title: 'Fox',
      createdAt: '2026-11-01T10:00:00.000Z',
    } as const;
    const pictureId = randomUUID();
    await eventually(async () => {
      await gateway.publish(eventOf(discoveryShown, { discoveryId: hidden, ...work, pictureId }));
      const { role, ...same } = work;
      expect(near.events.at(-1)).toEqual({
        event: 'discovery',
        data: { id: hidden, ...same, userRole: role, imageUrl: `/objects/${pictureId}` },
      });
    });
    expect(elsewhere.events).toEqual([]);
    for (const line of [near, elsewhere]) line.close();
  });

  it('returns headers to HEAD, and ends', async () => {
    const { status, headers } = await fetch(`${gateway.url}/api/live`, {
      method: 'HEAD',
      signal: AbortSignal.timeout(10_000),
    });
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      'no-store',
    ]);
  });

  it('refuses a viewport that is no place, and too many lines of one session', async () => {
    for (const place of ['latitude=100&longitude=1', 'latitude=1e400&longitude=1', 'latitude=1&longitude=5e-324'])
      expect([place, (await listen('', `?${place}`)).status]).toEqual([place, 422]);
    const { browser } = await player();
    const lines = await Promise.all([1, 2, 3].map(() => listen(browser.cookie)));
    expect((await listen(browser.cookie)).status).toBe(429);
    lines[0]!.close();
    await eventually(async () => {
      const line = await listen(browser.cookie);
      line.close();
      expect(line.status).toBe(200);
    });
    for (const line of lines) line.close();
  });

  it('ends with the session, and with the gateway', async () => {
    const { browser } = await player();
    const line = await listen(browser.cookie);
    const guest = await listen('');
    await browser.get('/api/logout');
    await eventually(() => expect(line.ended).toBe(true));
    expect(guest.ended).toBe(false);
    const other = await runGateway();
    const response = await fetch(`${other.url}/api/live`);
    const stopped = other.stop();
    // Long before its time is over, with the instruction to reconnect at once.
    expect(await response.text()).toMatch(/retry: \d{1,3}\n\n$/);
    await stopped;
    guest.close();
  });

  it('redirects new listeners to another gateway while it stops, and waits for none', async () => {
    const other = await runGateway({ STOP_WITHIN_MS: '60000' });
    await other.app.get(LiveFeed).onModuleDestroy();
    const response = await fetch(`${other.url}/api/live`);
    expect(response.status).toBe(200);
    expect(await response.text()).toMatch(/^retry: \d{1,3}\n\n$/);
    await other.stop();
  });
});

describe('GET /api/live of a partner', () => {
  const connect = (token: string, address: string) =>
    listen('', '', { authorization: `Bearer ${token}`, 'x-forwarded-for': address });

  it('ends with the token', async () => {
    const inTwoSeconds = Math.floor(Date.now() / 1_000) + 2;
    const [short, long] = await Promise.all([
      connect(await gateway.issuer.token({ exp: inTwoSeconds }), '203.0.113.7'),
      connect(await gateway.issuer.token(), '203.0.113.7'),
    ]);
    expect([short.status, long.status]).toEqual([200, 200]);
    await eventually(() => expect(short.ended).toBe(true));
    expect(Date.now()).toBeGreaterThanOrEqual(inTwoSeconds * 1_000);
    expect(long.ended).toBe(false);
    for (const line of [short, long]) line.close();
  });

  it('counts for the partner, from whatever address', async () => {
    const tokenOf = (clientId: string) => gateway.issuer.token({ sub: clientId, client_id: clientId });
    const [one, two] = await Promise.all([tokenOf(randomUUID()), tokenOf(randomUUID())]);
    const lines = await Promise.all(
      ['203.0.113.11', '203.0.113.12', '203.0.113.13'].map((address) => connect(one, address)),
    );
    expect(lines.map(({ status }) => status)).toEqual([200, 200, 200]);
    const others = await Promise.all([
      connect(one, '203.0.113.14'),
      connect(two, '203.0.113.11'),
      listen('', '', { 'x-forwarded-for': '203.0.113.11' }),
    ]);
    expect(others.map(({ status }) => status)).toEqual([429, 200, 200]);
    for (const line of [...lines, ...others]) line.close();
  });
});
