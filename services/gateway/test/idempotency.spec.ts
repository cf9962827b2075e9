import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@sprayhunt/service-kit/testing';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Browser, signUpForm } from './browser.js';
import { runGateway, type RunningGateway } from './running-gateway.js';
import { CODE, discovery } from './stub-answers.js';
import { refusal, type Root } from './stub-subgraph.js';

let gateway: RunningGateway;
let made: number;
let keysSeen: unknown[];
let answer: Root[string];

beforeAll(async () => {
  gateway = await runGateway();
  gateway.discovery.root['createDiscovery'] = (args, call) => {
    made += 1;
    keysSeen.push(call.headers['idempotency-key']);
    return answer(args, call);
  };
});
afterAll(() => gateway.stop());
beforeEach(() => {
  made = 0;
  keysSeen = [];
  answer = () => discovery();
});

const body = { title: 'Wall', latitude: 1, longitude: 2 };
const key = () => ({ 'idempotency-key': randomUUID() });

async function sql<R extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<R[]> {
  const admin = new pg.Client({ connectionString: gateway.adminUrl });
  await admin.connect();
  const { rows } = await admin.query<R>(text, values).finally(() => admin.end());
  return rows;
}

async function player(): Promise<Browser> {
  const browser = new Browser(gateway.url);
  await browser.post('/api/sms-signup', signUpForm());
  await browser.post('/api/verify-contact', { code: CODE });
  return browser;
}

describe('a request with an Idempotency-Key', () => {
  it('happens once, and its answer is repeated', async () => {
    const browser = await player();
    const headers = key();
    const first = await browser.post('/api/discoveries', body, headers);
    const second = await browser.post('/api/discoveries', body, headers);
    expect([first.status, second.status, made]).toEqual([201, 201, 1]);
    expect(second.text).toBe(first.text);
    expect(second.headers.get('content-type')).toBe(first.headers.get('content-type'));
    expect(keysSeen).toEqual([headers['idempotency-key']]);
  });

  it('is refused with another body, and may be sent again under another key or by somebody else', async () => {
    const browser = await player();
    const headers = key();
    await browser.post('/api/discoveries', body, headers);
    const reused = await browser.post('/api/discoveries', { ...body, title: 'Other' }, headers);
    expect([reused.status, reused.json.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    expect((await browser.post('/api/discoveries', body, key())).status).toBe(201);
    expect((await (await player()).post('/api/discoveries', body, headers)).status).toBe(201);
    expect(made).toBe(3);
  });

  it('is 409 while the first one runs, and only one of many at a time happens', async () => {
    const browser = await player();
    answer = async () => {
      await delay(300);
      return discovery();
    };
    const headers = key();
    const answers = await Promise.all(Array.from({ length: 6 }, () => browser.post('/api/discoveries', body, headers)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const running = answers.filter(({ status }) => status === 409);
    expect(running).toHaveLength(5);
    expect(running[0]).toMatchObject({ json: { code: 'IDEMPOTENCY_KEY_RUNNING' } });
    expect(running[0]!.headers.get('retry-after')).toBe('1');
    expect(made).toBe(1);
  });

  it('runs again after a fault of ours or a missing right, and repeats a refusal', async () => {
    const browser = await player();
    const headers = key();
    answer = () => {
      throw new Error('broken');
    };
    expect((await browser.post('/api/discoveries', body, headers)).status).toBe(500);
    answer = () => {
      throw refusal('CONTACT_NOT_VERIFIED', 'Enter the code that was sent to you first.');
    };
    expect((await browser.post('/api/discoveries', body, headers)).status).toBe(403);
    answer = () => {
      throw refusal('VALIDATION_FAILED', 'No.', { fields: [] });
    };
    expect((await browser.post('/api/discoveries', body, headers)).status).toBe(422);
    answer = () => discovery();
    expect((await browser.post('/api/discoveries', body, headers)).status).toBe(422);
    expect(made).toBe(3);
  });

  it('runs again when the gateway died under the first one', async () => {
    const browser = await player();
    const headers = key();
    await browser.post('/api/discoveries', body, headers);
    await sql(
      `UPDATE gateway.idempotency_keys SET state = 'running', status = NULL, headers = NULL, body = NULL, running_until = now() - interval '1 second' WHERE key = $1`,
      [headers['idempotency-key']],
    );
    expect((await browser.post('/api/discoveries', body, headers)).status).toBe(201);
    expect(made).toBe(2);
  });

  it('is refused with a key that is empty or longer than 255 characters', async () => {
    const browser = await player();
    expect((await browser.post('/api/discoveries', body, { 'idempotency-key': 'k'.repeat(256) })).status).toBe(400);
    expect((await browser.post('/api/discoveries', body, { 'idempotency-key': 'k'.repeat(255) })).status).toBe(201);
  });

  it('holds its key for as long as it runs', async () => {
    const browser = await player();
    const headers = key();
    let finish = () => {};
    answer = () => new Promise((resolve) => (finish = () => resolve(discovery())));
    const first = browser.post('/api/discoveries', body, headers);
    await eventually(() => expect(made).toBe(1));
    const heldFor = async () =>
      (await sql<{ seconds: number }>(`SELECT extract(epoch FROM running_until - now())::float AS seconds FROM gateway.idempotency_keys WHERE key = $1`, [headers['idempotency-key']]))[0]!.seconds;
    await sql(`UPDATE gateway.idempotency_keys SET running_until = running_until - interval '8 seconds' WHERE key = $1`, [headers['idempotency-key']]);
    expect(await heldFor()).toBeLessThan(12);
    await eventually(async () => expect(await heldFor()).toBeGreaterThan(15), { timeout: 15_000, interval: 200 });
    expect((await browser.post('/api/discoveries', body, headers)).status).toBe(409);
    finish();
    expect([(await first).status, made]).toEqual([201, 1]);
  });

  it('opens no session when it is repeated: a sign-up whose answer was lost is answered alike, and leaves its account alone', async () => {
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
    // What is left to whoever lost the answer: the way in for everybody.
    await again.post('/api/login/code', { contact: form.phone });
    expect((await again.post('/api/login/verify', { contact: form.phone, code: CODE })).status).toBe(204);
    expect((await again.get('/api/auth/user')).status).toBe(200);
  });

  it('opens no session over GraphQL either', async () => {
    const headers = key();
    const { avatarUrl: _, interests: __, ...input } = signUpForm();
    const signUp = (browser: Browser) => browser.graphql('mutation($input: SignUpInput!) { signUp(input: $input) { status } }', { input }, headers);
    const again = new Browser(gateway.url);
    const first = await signUp(new Browser(gateway.url));
    const repeated = await signUp(again);
    expect([repeated.status, repeated.text]).toEqual([200, first.text]);
    expect(repeated.headers.getSetCookie()).toEqual([]);
    expect((await again.get('/api/auth/user')).status).toBe(401);
  });

  it('finds its first answer after the session was rotated under it, and opens nothing', async () => {
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
    const mutation = 'mutation($input: CreateDiscoveryInput!) { createDiscovery(input: $input) { id } }';
    const first = await browser.graphql(mutation, { input: { latitude: 1, longitude: 2 } }, headers);
    const second = await browser.graphql(mutation, { input: { latitude: 1, longitude: 2 } }, headers);
    expect(second.text).toBe(first.text);
    expect(made).toBe(1);
    expect((await browser.graphql(mutation, { input: { latitude: 1, longitude: 3 } }, headers)).json.errors[0].extensions.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  const MUTATION = 'mutation($input: CreateDiscoveryInput!) { createDiscovery(input: $input) { id } }';
  const PLACE = { input: { latitude: 1, longitude: 2 } };

  it.each(['RATE_LIMITED', 'MEDIA_NOT_READY', 'UNAUTHENTICATED', 'CONTACT_NOT_VERIFIED', 'UNAVAILABLE', 'INTERNAL', 'UNHEARD_OF'])(
    'runs again over GraphQL and REST after %s',
    async (code) => {
      const browser = await player();
      for (const send of [(headers: Record<string, string>) => browser.graphql(MUTATION, PLACE, headers), (headers: Record<string, string>) => browser.post('/api/discoveries', body, headers)]) {
        const headers = key();
        answer = () => {
          throw refusal(code, 'Not now.');
        };
        const refused = await send(headers);
        expect(refused.json.code ?? refused.json.errors[0].extensions.code).toBe(code === 'UNHEARD_OF' ? 'INTERNAL' : code);
        answer = () => discovery();
        const done = await send(headers);
        expect(done.json.id ?? done.json.data.createDiscovery.id).toEqual(expect.any(String));
      }
    },
  );

  it.each(['VALIDATION_FAILED', 'SAME_WORK', 'NOT_FOUND'])('repeats %s over GraphQL and REST', async (code) => {
    const browser = await player();
    for (const send of [(headers: Record<string, string>) => browser.graphql(MUTATION, PLACE, headers), (headers: Record<string, string>) => browser.post('/api/discoveries', body, headers)]) {
      const headers = key();
      answer = () => {
        throw refusal(code, 'No.', { existing: '01990000-0000-7000-8000-000000000009' });
      };
      const first = await send(headers);
      answer = () => discovery();
      const again = await send(headers);
      expect([again.status, again.text]).toEqual([first.status, first.text]);
      expect(again.text).toContain('01990000-0000-7000-8000-000000000009');
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
    expect((await browser.graphql('mutation { likeDiscovery(id: "1") { id } __typename }', {}, key())).json.errors).toBeUndefined();
    for (const query of several) expect((await browser.graphql(query)).json.errors).toBeUndefined();
  });
});
