import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Browser, signUpForm } from './browser.js';
import { storeFormerResponse } from './former-response.js';
import { runGateway, type RunningGateway } from './running-gateway.js';
import { art, CODE } from './stub-responses.js';

let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await runGateway();
  gateway.media.root['addArt'] = () => art();
});
afterAll(() => gateway.stop());

/** Whose key and whose call it was, of all calls with the key. */
const seen = ({ 'idempotency-key': sent }: Record<string, string>) =>
  [gateway.users, gateway.media]
    .flatMap(({ calls }) => calls)
    .filter(({ headers }) => headers['idempotency-key'] === sent)
    .map(({ headers, identity }) => ({ holder: headers['idempotency-holder'], subject: identity.subject }));

const body = { imageUrl: '/objects/01990000-0000-7000-8000-000000000002', title: 'Wall' };
const MUTATION = 'mutation($input: AddArtInput!) { addArt(input: $input) { id } }';
const key = () => ({ 'idempotency-key': randomUUID() });

async function sql<R extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<R[]> {
  const admin = new pg.Client({ connectionString: gateway.adminUrl });
  await admin.connect();
  try {
    return (await admin.query<R>(text, values)).rows;
  } finally {
    await admin.end();
  }
}

async function player(): Promise<Browser> {
  const browser = new Browser(gateway.url);
  await browser.post('/api/sms-signup', signUpForm());
  await browser.post('/api/verify-contact', { code: CODE });
  return browser;
}

describe('the Idempotency-Key of a request', () => {
  it('goes to the service with the player who holds it, by REST and GraphQL, each time', async () => {
    const browser = await player();
    const headers = key();
    for (let times = 0; times < 2; times += 1)
      expect((await browser.post('/api/profile/art', body, headers)).status).toBe(201);
    expect((await browser.graphql(MUTATION, { input: body }, headers)).json.errors).toBeUndefined();
    const { subject } = seen(headers)[0]!;
    expect(subject).toEqual(expect.any(String));
    expect(seen(headers)).toEqual(Array(3).fill({ holder: subject, subject }));
  });

  it.each([
    [
      'REST',
      (browser: Browser, headers: Record<string, string>) => browser.post('/api/objects/upload', undefined, headers),
    ],
    [
      'GraphQL',
      (browser: Browser, headers: Record<string, string>) =>
        browser.graphql('mutation { requestUpload { uploadURL } }', {}, headers),
    ],
  ] as const)('belongs to the session that the call opens, by %s', async (_, upload) => {
    const headers = key();
    const [ann, bob] = [new Browser(gateway.url), new Browser(gateway.url)];
    for (const browser of [ann, bob, ann]) await upload(browser, headers);
    const [first, other, again] = seen(headers);
    expect([first!.holder, other!.holder]).toEqual([first!.subject, other!.subject]);
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
  });

  it('belongs to the request itself where that opens no session before it runs', async () => {
    const headers = key();
    const form = signUpForm();
    for (const sent of [form, form, { ...form, username: `${form.username}x` }])
      await new Browser(gateway.url).post('/api/sms-signup', sent, headers);
    const [first, repeated, other] = seen(headers).map(({ holder }) => holder);
    expect(first).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect([repeated === first, other === first]).toEqual([true, false]);
  });

  it('still belongs to the holder of a session that was replaced, which gets no rights by it', async () => {
    const browser = new Browser(gateway.url);
    await browser.post('/api/sms-signup', signUpForm());
    const stale = new Browser(gateway.url);
    stale.cookie = browser.cookie;
    const headers = key();
    await browser.post('/api/verify-contact', { code: CODE }, headers);
    await stale.post('/api/verify-contact', { code: CODE }, headers);
    const [first, repeated] = seen(headers);
    expect(repeated).toEqual({ ...first, subject: undefined });
    expect((await stale.post('/api/verify-contact', { code: CODE })).status).toBe(401);
  });

  it('is refused where it is empty or longer than 255 characters', async () => {
    const browser = await player();
    expect((await browser.post('/api/profile/art', body, { 'idempotency-key': 'k'.repeat(256) })).status).toBe(400);
    expect((await browser.post('/api/profile/art', body, { 'idempotency-key': 'k'.repeat(255) })).status).toBe(201);
  });

  it('is one mutation: a document with several is refused before any runs', async () => {
    const browser = await player();
    const several = [
      'mutation { a: likeDiscovery(id: "1") { id } b: likeDiscovery(id: "2") { id } }',
      'mutation { a: likeDiscovery(id: "1") { id } ...F } fragment F on Mutation { b: likeDiscovery(id: "2") { id } }',
    ];
    const calls = gateway.discovery.calls.length;
    for (const query of several) {
      const { status, json } = await browser.graphql(query, {}, key());
      expect([status, json.errors[0].extensions.code]).toEqual([400, 'IDEMPOTENCY_KEY_SHARED']);
    }
    expect(gateway.discovery.calls).toHaveLength(calls);
    expect(
      (await browser.graphql('mutation { likeDiscovery(id: "1") { id } __typename }', {}, key())).json.errors,
    ).toBeUndefined();
    for (const query of several) expect((await browser.graphql(query)).json.errors).toBeUndefined();
  });
});

describe('a response that a gateway of the former release stored', () => {
  const subjectOf = async (browser: Browser) => (await browser.get('/api/auth/user')).json.id as string;

  it('is repeated while this one is rolled out, and rejected with another body', async () => {
    const browser = await player();
    const headers = key();
    await storeFormerResponse(gateway.adminUrl, await subjectOf(browser), {
      key: headers['idempotency-key'],
      sent: body,
    });
    const repeated = await browser.post('/api/profile/art', body, headers);
    expect([repeated.status, repeated.text, seen(headers)]).toEqual([201, '"former"', []]);
    const other = await browser.post('/api/profile/art', { ...body, title: 'Other' }, headers);
    expect([other.status, other.json.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  it('is awaited while that one runs the request, and runs here after it died', async () => {
    const browser = await player();
    const headers = key();
    await storeFormerResponse(gateway.adminUrl, await subjectOf(browser), {
      key: headers['idempotency-key'],
      sent: body,
      state: 'running',
    });
    expect((await browser.post('/api/profile/art', body, headers)).status).toBe(409);
    await sql(`UPDATE gateway.idempotency_keys SET running_until = now() - interval '1 second' WHERE key = $1`, [
      headers['idempotency-key'],
    ]);
    expect((await browser.post('/api/profile/art', body, headers)).status).toBe(201);
    expect(seen(headers)).toHaveLength(1);
  });
});
