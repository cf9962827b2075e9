import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Browser, signUpForm } from './browser.js';
import { runGateway, type RunningGateway } from './running-gateway.js';
import { CODE } from './stub-responses.js';

/** Long enough that no window ends while a test runs. */
const WINDOW = 600;
const [READS, WRITES, SENSITIVE] = [60, 40, 40];

let gateway: RunningGateway;
let signedIn: Browser;
/** Each test calls from an address of its own. */
let address: Record<string, string>;
let tests = 0;

beforeAll(async () => {
  gateway = await runGateway({
    TRUST_PROXY: '127.0.0.1',
    RATE_READS: `${READS}/${WINDOW}`,
    RATE_WRITES: `${WRITES}/${WINDOW}`,
    RATE_SENSITIVE: `${SENSITIVE}/${WINDOW}`,
  });
  signedIn = new Browser(gateway.url);
  await signedIn.post('/api/sms-signup', signUpForm());
  await signedIn.post('/api/verify-contact', { code: CODE });
});
afterAll(() => gateway.stop());
beforeEach(() => {
  tests += 1;
  address = { 'x-forwarded-for': `203.0.113.${tests}` };
});

const aliases = (count: number, field: string) =>
  Array.from({ length: count }, (_, at) => `a${at}: ${field}`).join(' ');
const create = 'createDiscovery(input: {latitude: 1, longitude: 2}) { id }';
const send = async (query: string, browser = signedIn) => {
  const { status, json, headers } = await browser.graphql(query, {}, address);
  return {
    status,
    code: json.errors?.[0].extensions.code as string | undefined,
    retryAfter: headers.get('retry-after'),
  };
};
const fine = { status: 200, code: undefined, retryAfter: null };
const work = { title: 'Wall', latitude: 1, longitude: 2 };
const rest = async (method: 'get' | 'post', path: string, sent?: unknown) =>
  (await (method === 'get' ? signedIn.get(path, { headers: address }) : signedIn.post(path, sent, address))).status;
/** How many calls of a kind are still let through. */
async function left(call: () => Promise<number>): Promise<number> {
  let count = 0;
  while ((await call()) !== 429) count += 1;
  return count;
}

describe('every root field of a document counts like the same call in REST', () => {
  it('30 aliases of a mutation are 30 writes', async () => {
    expect(await send(`mutation { ${aliases(30, create)} }`)).toEqual(fine);
    expect(await left(() => rest('post', '/api/discoveries', work))).toBe(WRITES - 30);
  });

  it('30 codes are 30 sensitive calls', async () => {
    expect(await send(`mutation { ${aliases(30, 'requestSignInCode(contact: "+15145550100")')} }`)).toEqual(fine);
    expect(await left(() => rest('post', '/api/login/code', { contact: '+15145550100' }))).toBe(SENSITIVE - 30);
  });

  it('30 reads are 30 reads', async () => {
    expect(await send(`{ ${aliases(30, 'discovery(id: "1") { id }')} }`)).toEqual(fine);
    expect(await left(() => rest('get', '/api/discoveries/nearby?latitude=1&longitude=2'))).toBe(READS - 30);
  });

  it('also through fragments, once for each name in the response', async () => {
    const query = `
      mutation { ...A ...A ... on Mutation { ...B } x: ${create} }
      fragment A on Mutation { ${aliases(10, create)} ...B }
      fragment B on Mutation { y: ${create} x: ${create} }`;
    expect(await send(query)).toEqual(fine);
    expect(await left(() => rest('post', '/api/discoveries', work))).toBe(WRITES - 12);
  });

  it('each against its own limit, where a document has several kinds', async () => {
    expect(await send(`mutation { ${aliases(5, create)} code: requestSignInCode(contact: "+15145550100") }`)).toEqual(
      fine,
    );
    expect(await left(() => rest('post', '/api/discoveries', work))).toBe(WRITES - 5);
    expect(await left(() => rest('post', '/api/login/code', { contact: '+15145550100' }))).toBe(SENSITIVE - 1);
  });
});

describe('a document that is too much', () => {
  it('runs nothing, counts nothing, and says when to come again', async () => {
    expect(await send(`mutation { ${aliases(30, create)} }`)).toEqual(fine);
    const calls = gateway.discovery.calls.length;
    const { status, code, retryAfter } = await send(
      `mutation { ${aliases(11, create)} code: requestSignInCode(contact: "+15145550100") }`,
    );
    expect([status, code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(retryAfter)).toBeGreaterThanOrEqual(1);
    expect(Number(retryAfter)).toBeLessThanOrEqual(WINDOW);
    expect(gateway.discovery.calls).toHaveLength(calls);
    expect(await left(() => rest('post', '/api/login/code', { contact: '+15145550100' }))).toBe(SENSITIVE);
    expect(await send(`mutation { ${aliases(10, create)} }`)).toEqual(fine);
    expect((await send(`mutation { ${create} }`)).status).toBe(429);
  });
});

it('each gateway counts by itself, so two of them allow twice as many calls', async () => {
  const other = await gateway.another();
  try {
    expect(await left(() => rest('post', '/api/discoveries', work))).toBe(WRITES);
    const atOther = new Browser(other.url);
    atOther.cookie = signedIn.cookie;
    expect(await left(async () => (await atOther.post('/api/discoveries', work, address)).status)).toBe(WRITES);
  } finally {
    await other.stop();
  }
});
