import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Browser, signUpForm } from './browser.js';
import { runGateway, type RunningGateway } from './running-gateway.js';
import { CODE } from './stub-responses.js';

let gateway: RunningGateway;
let player: Browser;
beforeAll(async () => {
  gateway = await runGateway();
  player = new Browser(gateway.url);
  await player.post('/api/sms-signup', signUpForm());
  await player.post('/api/verify-contact', { code: CODE });
});
afterAll(() => gateway.stop());

it('the leaderboard is a list for players; a header has the rank of others [REST-40 REST-41 ENT-22]', async () => {
  expect((await new Browser(gateway.url).get('/api/leaderboard')).status).toBe(401);
  const { status, json, headers } = await player.get('/api/leaderboard');
  expect([status, json]).toEqual([
    200,
    [{ id: expect.any(String), username: 'heron', tokens: 150, discoveries: 1, score: 165, rank: 1, you: false }],
  ]);
  expect(headers.get('x-own-rank')).toBe('71');
  expect((await player.get('/api/leaderboard?period=week&area=country')).headers.get('x-own-rank')).toBeNull();
  expect(await player.get('/api/leaderboard?period=year')).toMatchObject({
    status: 422,
    json: { code: 'VALIDATION_FAILED', errors: [{ field: 'period' }] },
  });
});
