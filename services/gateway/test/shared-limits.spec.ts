import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@sprayhunt/service-kit/testing';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Browser } from './browser.js';
import { runGateway, type RunningGateway } from './running-gateway.js';

/** Of windows so long that none ends while a test runs. */
const [READS, SENSITIVE, DOCUMENTS] = [200, 20, 3];

let gateway: RunningGateway;
let other: Awaited<ReturnType<RunningGateway['another']>>;
let admin: pg.Client;
/** Each test calls from an address of its own. */
let address: Record<string, string>;
let tests = 0;
/** A session, because opening one counts, too. */
let browser: Browser;
beforeAll(async () => {
  gateway = await runGateway({
    TRUST_PROXY: '127.0.0.1',
    RATE_READS: `${READS}/600`,
    RATE_SENSITIVE: `${SENSITIVE}/600`,
    RATE_DOCUMENTS: `${DOCUMENTS}/600`,
  });
  other = await gateway.another();
  admin = new pg.Client({ connectionString: gateway.adminUrl });
  await admin.connect();
  browser = new Browser(gateway.url);
  expect((await browser.post('/api/login/code', { contact: '+15145550100' })).status).toBe(202);
});
afterAll(async () => {
  await admin.end();
  await other.stop();
  await gateway.stop();
});
beforeEach(() => {
  tests += 1;
  address = { 'x-forwarded-for': `198.51.100.${tests}` };
});

type Call = (url: string) => Promise<Response>;
const read: Call = (url) => fetch(`${url}/api/discoveries/nearby?latitude=1&longitude=2`, { headers: address });
const post = (url: string, path: string, body: object) =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      cookie: browser.cookie,
      'sec-fetch-site': 'same-origin',
      ...address,
    },
    body: JSON.stringify(body),
  });
const askCode: Call = (url) => post(url, '/api/login/code', { contact: '+15145550100' });

/** How many of so many calls, sent to the gateways in turn, are allowed. */
async function letThrough(call: Call, times: number, together = 1, urls = [gateway.url, other.url]): Promise<number> {
  let passed = 0;
  for (let sent = 0; sent < times; sent += together) {
    const responses = await Promise.all(
      Array.from({ length: together }, (_, at) => call(urls[(sent + at) % urls.length]!)),
    );
    for (const response of responses) {
      await response.arrayBuffer();
      if (response.status === 429) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      else passed += Number(response.ok);
    }
  }
  return passed;
}

describe('two gateways let one address through as often as one would', () => {
  it.each([1, 20, 100])('reads, %i at a time', async (together) => {
    expect(await letThrough(read, 2 * READS, together)).toBe(READS);
  });

  it.each([1, 20])('calls that send messages, %i at a time', async (together) => {
    expect(await letThrough(askCode, 3 * SENSITIVE, together)).toBe(SENSITIVE);
  });

  it('and one that starts later knows', async () => {
    expect(await letThrough(askCode, SENSITIVE - 5)).toBe(SENSITIVE - 5);
    const third = await gateway.another();
    try {
      expect(await letThrough(askCode, 10, 1, [third.url])).toBe(5);
    } finally {
      await third.stop();
    }
  });
});

it('calls that a gateway allowed without a check are known to the other a moment later', async () => {
  await admin.query('BEGIN; LOCK TABLE gateway.call_counts');
  // The first of them are being told when the time of the others comes.
  for (const part of [1, 2]) {
    expect(await letThrough(read, READS / 4, 10, [gateway.url])).toBe(READS / 4);
    await sleep(300 * part);
  }
  await admin.query('ROLLBACK');
  await eventually(async () =>
    expect((await admin.query('SELECT FROM gateway.call_counts WHERE calls = $1', [READS / 2])).rowCount).toBe(1),
  );
  // One call tells it what the other has counted, half of the limit is left, and it asks before each.
  expect(await letThrough(read, READS, 10, [other.url])).toBeLessThanOrEqual(READS / 2 + 20);
});

it('a document that is too much counts nothing at either', async () => {
  const codes = (count: number) => ({
    query: `mutation { ${Array.from({ length: count }, (_, at) => `a${at}: requestSignInCode(contact: "+15145550100")`).join(' ')} }`,
  });
  expect((await post(gateway.url, '/graphql', codes(15))).status).toBe(200);
  for (const url of [gateway.url, other.url]) expect((await post(url, '/graphql', codes(6))).status).toBe(429);
  expect(await letThrough(askCode, 10)).toBe(5);
});

it('documents that are new to a gateway take its own time, and count there', async () => {
  const document: Call = (url) =>
    post(url, '/graphql', {
      query: `{ ${Array.from({ length: (tests += 1) }, (_, at) => `a${at}: __typename`).join(' ')} }`,
    });
  expect(await letThrough(document, 4 * DOCUMENTS)).toBe(2 * DOCUMENTS);
});

describe('each gateway counts for itself', () => {
  it('while the counts cannot be reached', async () => {
    await admin.query('ALTER TABLE gateway.call_counts RENAME TO elsewhere');
    try {
      expect(await letThrough(askCode, 3 * SENSITIVE)).toBe(2 * SENSITIVE);
    } finally {
      await admin.query('ALTER TABLE gateway.elsewhere RENAME TO call_counts');
    }
  });

  it('while the database says nothing, after a second', async () => {
    await admin.query('BEGIN; LOCK TABLE gateway.call_counts');
    try {
      const begun = performance.now();
      expect(await letThrough(askCode, 3 * SENSITIVE, 3 * SENSITIVE)).toBe(2 * SENSITIVE);
      expect(performance.now() - begun).toBeLessThan(5_000);
    } finally {
      await admin.query('ROLLBACK');
    }
  });
});
