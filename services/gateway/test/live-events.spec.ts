import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Browser, signUpForm } from './browser.js';
import { runGateway, type RunningGateway } from './running-gateway.js';
import { CODE, MISSING } from './stub-responses.js';
import { refusal } from './stub-subgraph.js';

let gateway: RunningGateway;
let player: Browser;
beforeAll(async () => {
  gateway = await runGateway();
  player = new Browser(gateway.url);
  await player.post('/api/sms-signup', signUpForm());
  await player.post('/api/verify-contact', { code: CODE });
});
afterAll(() => gateway.stop());

const FIELDS = [
  'cancelledAt',
  'description',
  'endDate',
  'id',
  'latitude',
  'longitude',
  'participants',
  'participation',
  'placeName',
  'rewardNft',
  'rewardTokens',
  'startDate',
  'status',
  'timeZone',
  'title',
];

it('live events are a list under the names of the specification, for players [REST-36 REST-37 ENT-20]', async () => {
  expect((await new Browser(gateway.url).get('/api/community/events')).status).toBe(401);
  const { status, json } = await player.get('/api/community/events');
  expect([status, Object.keys(json[0]).sort()]).toEqual([200, FIELDS]);
  expect(json[0]).toMatchObject({
    status: 'upcoming',
    endDate: '2026-12-05T11:00:00.000Z',
    rewardTokens: 300,
    rewardNft: 'Golden cap',
  });
});

it('a player joins and leaves an event; what missions refuses has its status', async () => {
  const id = randomUUID();
  expect(await player.post(`/api/community/events/${id}/join`)).toMatchObject({
    status: 200,
    json: { id, participants: 5, participation: { rewardedAt: null } },
  });
  expect((await player.post(`/api/community/events/${id}/leave`)).status).toBe(204);
  expect((await player.get(`/api/community/events/${MISSING}`)).status).toBe(404);
  gateway.missions.root['joinLiveEvent'] = () => refusal('EVENT_OVER', 'This event is over or was cancelled.');
  expect(await player.post(`/api/community/events/${id}/join`)).toMatchObject({
    status: 409,
    json: { code: 'EVENT_OVER' },
  });
});
