import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Browser, signUpForm } from './browser.js';
import { runGateway, type RunningGateway } from './running-gateway.js';
import { CODE, MISSING } from './stub-responses.js';
import { refusal } from './stub-subgraph.js';

let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await runGateway();
});
afterAll(() => gateway.stop());

const visitor = () => new Browser(gateway.url);

async function player(): Promise<Browser> {
  const browser = visitor();
  await browser.post('/api/sms-signup', signUpForm());
  await browser.post('/api/verify-contact', { code: CODE });
  return browser;
}

const FIELDS = [
  'artist_info',
  'best_photo_time',
  'city',
  'country',
  'description',
  'difficulty_level',
  'ends_at',
  'historical_context',
  'id',
  'is_active',
  'is_featured',
  'latitude',
  'longitude',
  'mission_type',
  'participants',
  'radius',
  'rewards_tokens',
  'safety_rating',
  'source',
  'sourceUrl',
  'title',
];

it('missions are a list, open to all [REST-49 ENT-26 ENT-27]', async () => {
  const { status, json } = await visitor().get('/api/graffiti-missions');
  expect(status).toBe(200);
  expect(Object.keys(json[0]).sort()).toEqual(FIELDS);
  expect(json[0]).toMatchObject({
    mission_type: 'Photo Hunt',
    difficulty_level: 'Easy',
    safety_rating: 'High Risk',
    is_active: true,
    rewards_tokens: 100,
  });
});

it('missions nearby need a player; the radius is 100 kilometres unless given [REST-50 REST-52 CONST-09]', async () => {
  expect((await visitor().get('/api/graffiti-missions/nearby?latitude=1&longitude=2')).status).toBe(401);
  let received: unknown;
  const before = gateway.missions.root['missionsNearby']!;
  gateway.missions.root['missionsNearby'] = (args: unknown, call) => ((received = args), before(args as never, call));
  const { status, json } = await (await player()).get('/api/graffiti-missions/nearby?latitude=1&longitude=2');
  gateway.missions.root['missionsNearby'] = before;
  expect(status).toBe(200);
  expect(Object.keys(json[0]).sort()).toEqual([...FIELDS, 'distance'].sort());
  expect(received).toEqual({ latitude: 1, longitude: 2, radius: 100, first: 100 });
});

it('one mission is shown with the part that the caller takes in it', async () => {
  const id = randomUUID();
  expect((await visitor().get(`/api/graffiti-missions/${id}`)).json).toMatchObject({
    id,
    participation: { missionId: id, status: 'active' },
  });
  expect((await visitor().get(`/api/graffiti-missions/${MISSING}`)).status).toBe(404);
});

it('a player starts and leaves a mission, and lists the own ones [MISS-20]', async () => {
  const [id, one] = [randomUUID(), await player()];
  const { status, json } = await one.post(`/api/graffiti-missions/${id}/start`);
  expect([status, json]).toEqual([
    200,
    { id: expect.any(String), missionId: id, status: 'active', startedAt: expect.any(String) },
  ]);
  expect((await one.post(`/api/graffiti-missions/${id}/leave`)).status).toBe(204);
  expect((await one.get('/api/graffiti-missions/mine?status=active')).json).toMatchObject([
    { status: 'active', mission: { title: 'Laneway' } },
  ]);
  for (const path of [`/api/graffiti-missions/${id}/start`, `/api/graffiti-missions/${id}/leave`])
    expect((await visitor().post(path)).status).toBe(401);
});

it('what missions refuses has its status', async () => {
  const before = gateway.missions.root['startMission']!;
  gateway.missions.root['startMission'] = () => refusal('MISSION_NOT_ACTIVE', 'This mission has ended.');
  const { status, json } = await (await player()).post(`/api/graffiti-missions/${randomUUID()}/start`);
  gateway.missions.root['startMission'] = before;
  expect([status, json.code]).toEqual([409, 'MISSION_NOT_ACTIVE']);
});
