import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
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
    const admin = new pg.Client({ connectionString: gateway.database.adminUrl });
    await admin.connect();
    await admin.query(
      `UPDATE gateway.idempotency_keys SET state = 'running', status = NULL, headers = NULL, body = NULL, running_until = now() - interval '1 second' WHERE key = $1`,
      [headers['idempotency-key']],
    );
    await admin.end();
    expect((await browser.post('/api/discoveries', body, headers)).status).toBe(201);
    expect(made).toBe(2);
  });

  it('is refused with a key that is empty or longer than 255 characters', async () => {
    const browser = await player();
    expect((await browser.post('/api/discoveries', body, { 'idempotency-key': 'k'.repeat(256) })).status).toBe(400);
    expect((await browser.post('/api/discoveries', body, { 'idempotency-key': 'k'.repeat(255) })).status).toBe(201);
  });

  it('gives a guest whose answer was lost the same account, with a session of its own', async () => {
    let signUps = 0;
    const before = gateway.users.root['signUp']!;
    gateway.users.root['signUp'] = (args, call) => {
      signUps += 1;
      return before(args, call);
    };
    const headers = key();
    const lost = new Browser(gateway.url);
    const again = new Browser(gateway.url);
    const form = signUpForm();
    await lost.post('/api/sms-signup', form, headers);
    expect((await again.post('/api/sms-signup', form, headers)).status).toBe(201);
    gateway.users.root['signUp'] = before;
    expect(signUps).toBe(1);
    expect(again.cookie).not.toBe(lost.cookie);
    expect((await again.get('/api/auth/user')).json.id).toBe((await lost.get('/api/auth/user')).json.id);
    expect((await again.post('/api/sms-signup', { ...form, username: 'other' }, headers)).status).not.toBe(500);
  });

  it('finds its first answer after the session was rotated under it', async () => {
    const browser = new Browser(gateway.url);
    await browser.post('/api/sms-signup', signUpForm());
    const stale = new Browser(gateway.url);
    stale.cookie = browser.cookie;
    const headers = key();
    expect((await browser.post('/api/verify-contact', { code: CODE }, headers)).status).toBe(204);
    const repeated = await stale.post('/api/verify-contact', { code: CODE }, headers);
    expect(repeated.status).toBe(204);
    expect((await stale.get('/api/auth/user')).json.status).toBe('verified');
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
});
