import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Browser, signUpForm } from './browser.js';
import { runGateway, type RunningGateway } from './running-gateway.js';
import { art, CODE } from './stub-responses.js';

let gateway: RunningGateway;
let made: number;

beforeAll(async () => {
  gateway = await runGateway();
  gateway.media.root['addArt'] = () => {
    made += 1;
    return art();
  };
});
afterAll(() => gateway.stop());
beforeEach(() => {
  made = 0;
});

const body = { imageUrl: '/objects/01990000-0000-7000-8000-000000000002', title: 'Wall' };
const MUTATION = 'mutation($input: AddArtInput!) { addArt(input: $input) { id } }';

/** A signed-in player, and the id of the account. */
async function player(): Promise<[Browser, string]> {
  const browser = new Browser(gateway.url);
  await browser.post('/api/sms-signup', signUpForm());
  await browser.post('/api/verify-contact', { code: CODE });
  return [browser, (await browser.get('/api/auth/user')).json.id as string];
}

it('a request for the account that is signed in happens', async () => {
  const [browser, id] = await player();
  expect((await browser.post('/api/profile/art', body, { 'expected-account': id })).status).toBe(201);
  expect(made).toBe(1);
});

it('a request for another account is refused by REST and GraphQL, and its key stays free', async () => {
  const [browser] = await player();
  const headers = { 'expected-account': randomUUID(), 'idempotency-key': randomUUID() };
  const refused = await browser.post('/api/profile/art', body, headers);
  expect([refused.status, refused.json.code]).toEqual([409, 'OTHER_ACCOUNT']);
  expect((await browser.graphql(MUTATION, { input: body }, headers)).json.errors[0].extensions.code).toBe(
    'OTHER_ACCOUNT',
  );
  expect(made).toBe(0);
  expect((await browser.post('/api/profile/art', body, { 'idempotency-key': headers['idempotency-key'] })).status).toBe(
    201,
  );
  expect(made).toBe(1);
});

it('without a player who is signed in it asks to sign in', async () => {
  const response = await new Browser(gateway.url).post('/api/profile/art', body, { 'expected-account': randomUUID() });
  expect([response.status, response.json.code]).toEqual([401, 'UNAUTHENTICATED']);
});
