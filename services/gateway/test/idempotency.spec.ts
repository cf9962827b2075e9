import { randomUUID } from 'node:crypto';
import { eventually } from '@sprayhunt/service-kit/testing';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { hashedKey } from '../src/idempotency/sealed-response.js';
import { Browser, signUpForm } from './browser.js';
import { runGateway, type RunningGateway } from './running-gateway.js';
import { art, CODE, discovery } from './stub-responses.js';
import { refusal, type Root } from './stub-subgraph.js';

let gateway: RunningGateway;
let made: number;
let keysSeen: unknown[];
let response: Root[string];

beforeAll(async () => {
  gateway = await runGateway();
  gateway.media.root['addArt'] = (args, call) => {
    made += 1;
    keysSeen.push(call.headers['idempotency-key']);
    return response(args, call);
  };
});
afterAll(() => gateway.stop());
beforeEach(() => {
  made = 0;
  keysSeen = [];
  response = () => art();
});

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

describe('a request with an Idempotency-Key', () => {
  it('happens once, and its response is repeated', async () => {
    const browser = await player();
    const headers = key();
    const first = await browser.post('/api/profile/art', body, headers);
    const second = await browser.post('/api/profile/art', body, headers);
    expect([first.status, second.status, made]).toEqual([201, 201, 1]);
    expect(second.text).toBe(first.text);
    expect(second.headers.get('content-type')).toBe(first.headers.get('content-type'));
    expect(keysSeen).toEqual([headers['idempotency-key']]);
  });

  it('is refused with another body, and may be sent again under another key or by another caller', async () => {
    const browser = await player();
    const headers = key();
    await browser.post('/api/profile/art', body, headers);
    const reused = await browser.post('/api/profile/art', { ...body, title: 'Other' }, headers);
    expect([reused.status, reused.json.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    expect((await browser.post('/api/profile/art', body, key())).status).toBe(201);
    expect((await (await player()).post('/api/profile/art', body, headers)).status).toBe(201);
    expect(made).toBe(3);
  });

  it('is 409 while the first one runs, and only one of many at a time happens', async () => {
    const browser = await player();
    let finish = () => {};
    response = () => new Promise((resolve) => (finish = () => resolve(art())));
    const headers = key();
    const settled: unknown[] = [];
    const sent = Array.from({ length: 6 }, async () => {
      const one = await browser.post('/api/profile/art', body, headers);
      settled.push(one);
      return one;
    });
    await eventually(() => expect(settled).toHaveLength(5));
    finish();
    const responses = await Promise.all(sent);
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    const running = responses.filter(({ status }) => status === 409);
    expect(running).toHaveLength(5);
    expect(running[0]).toMatchObject({ json: { code: 'IDEMPOTENCY_KEY_RUNNING' } });
    expect(running[0]!.headers.get('retry-after')).toBe('1');
    expect(made).toBe(1);
  });

  it('runs again after a internal error or a missing right, and repeats a refusal', async () => {
    const browser = await player();
    const headers = key();
    response = () => {
      throw new Error('broken');
    };
    expect((await browser.post('/api/profile/art', body, headers)).status).toBe(500);
    response = () => {
      throw refusal('CONTACT_NOT_VERIFIED', 'Enter the code that was sent to you first.');
    };
    expect((await browser.post('/api/profile/art', body, headers)).status).toBe(403);
    response = () => {
      throw refusal('VALIDATION_FAILED', 'No.', { fields: [] });
    };
    expect((await browser.post('/api/profile/art', body, headers)).status).toBe(422);
    response = () => art();
    expect((await browser.post('/api/profile/art', body, headers)).status).toBe(422);
    expect(made).toBe(3);
  });

  it('is kept without secrets that a reader of the database could use', async () => {
    const browser = new Browser(gateway.url);
    const headers = key();
    const first = await browser.post('/api/objects/upload', undefined, headers);
    const stored = await sql<{ row: string }>('SELECT k::text AS row FROM gateway.idempotency_keys k', []);
    expect(first.json.uploadURL).toContain('token=');
    for (const { row } of stored) {
      for (const secret of ['token=', headers['idempotency-key']]) {
        expect(row).not.toContain(secret);
        expect(row).not.toContain(Buffer.from(secret).toString('hex'));
      }
    }
    expect((await browser.post('/api/objects/upload', undefined, headers)).text).toBe(first.text);
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
  ] as const)('belongs to one of two strangers with the same address, agent and key, by %s', async (_, upload) => {
    const headers = key();
    const [ann, bob] = [new Browser(gateway.url), new Browser(gateway.url)];
    const [first, other] = [await upload(ann, headers), await upload(bob, headers)];
    expect([first.status, other.status]).toEqual([200, 200]);
    expect(other.text).not.toBe(first.text);
    expect((await upload(ann, headers)).text).toBe(first.text);
    expect((await upload(bob, headers)).text).toBe(other.text);
  });

  it('runs again when the gateway died under the first one', async () => {
    const browser = await player();
    const headers = key();
    await browser.post('/api/profile/art', body, headers);
    await sql(
      `UPDATE gateway.idempotency_keys SET state = 'running', status = NULL, headers = NULL, sealed_body = NULL, running_until = now() - interval '1 second' WHERE key = $1`,
      [hashedKey(headers['idempotency-key'])],
    );
    expect((await browser.post('/api/profile/art', body, headers)).status).toBe(201);
    expect(made).toBe(2);
  });

  it('is repeated from what the former release stored while this one is rolled out', async () => {
    const browser = await player();
    const headers = key();
    const { 'idempotency-key': plain } = headers;
    await browser.post('/api/profile/art', body, headers);
    await sql(`UPDATE gateway.idempotency_keys SET key = $2, body = '"former"', sealed_body = NULL WHERE key = $1`, [
      hashedKey(plain),
      plain,
    ]);
    const repeated = await browser.post('/api/profile/art', body, headers);
    expect([repeated.status, repeated.text, made]).toEqual([201, '"former"', 1]);
    const other = await browser.post('/api/profile/art', { ...body, title: 'Other' }, headers);
    expect([other.status, other.json.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    const leaseUntil = (time: string) =>
      sql(
        `UPDATE gateway.idempotency_keys SET state = 'running', status = NULL, running_until = now() + $2::interval
         WHERE key = $1`,
        [plain, time],
      );
    await leaseUntil('10 seconds');
    expect((await browser.post('/api/profile/art', body, headers)).status).toBe(409);
    await leaseUntil('-1 second');
    expect((await browser.post('/api/profile/art', body, headers)).status).toBe(201);
    expect(made).toBe(2);
  });

  it('is refused with a key that is empty or longer than 255 characters', async () => {
    const browser = await player();
    expect((await browser.post('/api/profile/art', body, { 'idempotency-key': 'k'.repeat(256) })).status).toBe(400);
    expect((await browser.post('/api/profile/art', body, { 'idempotency-key': 'k'.repeat(255) })).status).toBe(201);
  });

  it('holds its key for as long as it runs', async () => {
    const browser = await player();
    const headers = key();
    let finish = () => {};
    response = () => new Promise((resolve) => (finish = () => resolve(art())));
    const first = browser.post('/api/profile/art', body, headers);
    await eventually(() => expect(made).toBe(1));
    const heldFor = async () =>
      (
        await sql<{ seconds: number }>(
          `SELECT extract(epoch FROM running_until - now())::float AS seconds FROM gateway.idempotency_keys WHERE key = $1`,
          [hashedKey(headers['idempotency-key'])],
        )
      )[0]!.seconds;
    await sql(
      `UPDATE gateway.idempotency_keys SET running_until = running_until - interval '8 seconds' WHERE key = $1`,
      [hashedKey(headers['idempotency-key'])],
    );
    expect(await heldFor()).toBeLessThan(12);
    await eventually(async () => expect(await heldFor()).toBeGreaterThan(15), { timeout: 15_000, interval: 200 });
    expect((await browser.post('/api/profile/art', body, headers)).status).toBe(409);
    finish();
    expect([(await first).status, made]).toEqual([201, 1]);
  });

  it('opens no session when it is repeated: a sign-up whose response was lost gets the same response, and leaves its account alone', async () => {
    let signUps = 0;
    const before = gateway.users.root['signUp']!;
    gateway.users.root['signUp'] = (args, call) => {
      signUps += 1;
      return before(args, call);
    };
    const headers = key();
    const [owner, again] = [new Browser(gateway.url), new Browser(gateway.url)];
    const form = signUpForm();
    const first = await owner.post('/api/sms-signup', form, headers);
    const repeated = await again.post('/api/sms-signup', form, headers);
    gateway.users.root['signUp'] = before;
    expect([repeated.status, repeated.text, signUps]).toEqual([201, first.text, 1]);
    expect(repeated.headers.getSetCookie()).toEqual([]);
    expect((await again.get('/api/auth/user')).status).toBe(401);
    expect((await owner.get('/api/auth/user')).status).toBe(200);
    // What is left to anyone who lost the response: the way in for everyone.
    await again.post('/api/login/code', { contact: form.phone });
    expect((await again.post('/api/login/verify', { contact: form.phone, code: CODE })).status).toBe(204);
    expect((await again.get('/api/auth/user')).status).toBe(200);
  });

  it('opens no session over GraphQL either', async () => {
    const headers = key();
    const { avatarUrl: _, interests: __, ...input } = signUpForm();
    const signUp = (browser: Browser) =>
      browser.graphql('mutation($input: SignUpInput!) { signUp(input: $input) { status } }', { input }, headers);
    const again = new Browser(gateway.url);
    const first = await signUp(new Browser(gateway.url));
    const repeated = await signUp(again);
    expect([repeated.status, repeated.text]).toEqual([200, first.text]);
    expect(repeated.headers.getSetCookie()).toEqual([]);
    expect((await again.get('/api/auth/user')).status).toBe(401);
  });

  it('finds its first response after the session was rotated under it, and opens nothing', async () => {
    const browser = new Browser(gateway.url);
    await browser.post('/api/sms-signup', signUpForm());
    const stale = new Browser(gateway.url);
    stale.cookie = browser.cookie;
    const headers = key();
    expect((await browser.post('/api/verify-contact', { code: CODE }, headers)).status).toBe(204);
    expect((await stale.post('/api/verify-contact', { code: CODE }, headers)).status).toBe(204);
    expect((await stale.get('/api/auth/user')).status).toBe(401);
    expect((await browser.get('/api/auth/user')).json.status).toBe('verified');
  });

  it('counts for GraphQL mutations as well', async () => {
    const browser = await player();
    const headers = key();
    const first = await browser.graphql(MUTATION, { input: body }, headers);
    const second = await browser.graphql(MUTATION, { input: body }, headers);
    expect(second.text).toBe(first.text);
    expect(made).toBe(1);
    expect(
      (await browser.graphql(MUTATION, { input: { ...body, title: 'Other' } }, headers)).json.errors[0].extensions.code,
    ).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it.each([
    'RATE_LIMITED',
    'MEDIA_NOT_READY',
    'UNAUTHENTICATED',
    'CONTACT_NOT_VERIFIED',
    'UNAVAILABLE',
    'INTERNAL',
    'UNHEARD_OF',
  ])('runs again over GraphQL and REST after %s', async (code) => {
    const browser = await player();
    for (const send of [
      (headers: Record<string, string>) => browser.graphql(MUTATION, { input: body }, headers),
      (headers: Record<string, string>) => browser.post('/api/profile/art', body, headers),
    ]) {
      const headers = key();
      response = () => {
        throw refusal(code, 'Not now.');
      };
      const refused = await send(headers);
      expect(refused.json.code ?? refused.json.errors[0].extensions.code).toBe(
        code === 'UNHEARD_OF' ? 'INTERNAL' : code,
      );
      response = () => art();
      const done = await send(headers);
      expect(done.json.id ?? done.json.data.addArt.id).toEqual(expect.any(String));
    }
  });

  it.each(['VALIDATION_FAILED', 'SAME_WORK', 'NOT_FOUND'])('repeats %s over GraphQL and REST', async (code) => {
    const browser = await player();
    for (const send of [
      (headers: Record<string, string>) => browser.graphql(MUTATION, { input: body }, headers),
      (headers: Record<string, string>) => browser.post('/api/profile/art', body, headers),
    ]) {
      const headers = key();
      response = () => {
        throw refusal(code, 'No.', { existing: '01990000-0000-7000-8000-000000000009' });
      };
      const first = await send(headers);
      response = () => art();
      const again = await send(headers);
      expect([again.status, again.text]).toEqual([first.status, first.text]);
      expect(again.text).toContain('01990000-0000-7000-8000-000000000009');
    }
  });

  it('is refused where the response has a secret, which is stored nowhere', async () => {
    const browser = await player();
    for (const mutation of [
      'createPartnerSecret(id: "1", overlapHours: 1)',
      'createWebhookEndpoint(input: { url: "https://x.example/", kinds: [] })',
      'rotateWebhookSecret(id: "1")',
    ]) {
      const { status, json } = await browser.graphql(`mutation { ${mutation} { secret } }`, {}, key());
      expect([mutation, status, json.errors[0].extensions.code]).toEqual([mutation, 400, 'IDEMPOTENCY_KEY_REFUSED']);
    }
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

describe('an Idempotency-Key that the service keeps', () => {
  const place = { latitude: 1, longitude: 2 };
  const CREATE = 'mutation($input: CreateDiscoveryInput!) { createDiscovery(input: $input) { id } }';
  const ways = [
    ['REST', (browser: Browser, headers: Record<string, string>) => browser.post('/api/discoveries', place, headers)],
    [
      'GraphQL',
      (browser: Browser, headers: Record<string, string>) => browser.graphql(CREATE, { input: place }, headers),
    ],
  ] as const;

  it.each(ways)('goes to it by %s each time, and nothing is kept here', async (_, send) => {
    const browser = await player();
    const headers = key();
    const seen: unknown[] = [];
    const before = gateway.discovery.root['createDiscovery']!;
    gateway.discovery.root['createDiscovery'] = (_args, call) => {
      seen.push(call.headers['idempotency-key']);
      return discovery();
    };
    for (const response of [await send(browser, headers), await send(browser, headers)])
      expect(response.json.errors).toBeUndefined();
    gateway.discovery.root['createDiscovery'] = before;
    expect(seen).toEqual([headers['idempotency-key'], headers['idempotency-key']]);
    expect(
      await sql('SELECT FROM gateway.idempotency_keys WHERE key = $1', [hashedKey(headers['idempotency-key'])]),
    ).toEqual([]);
  });

  it('is still refused where it is too long, from a guest and from a session that has ended', async () => {
    const browser = await player();
    expect((await browser.post('/api/discoveries', place, { 'idempotency-key': 'k'.repeat(256) })).status).toBe(400);
    expect((await new Browser(gateway.url).post('/api/discoveries', place, key())).status).toBe(401);
    await browser.get('/api/logout');
    expect((await browser.post('/api/discoveries', place, key())).status).toBe(401);
  });
});
