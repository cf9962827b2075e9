import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Browser, signUpForm } from './browser.js';
import { runGateway, type RunningGateway } from './running-gateway.js';
import { CODE, MISSING } from './stub-responses.js';

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
  'activeAt',
  'content',
  'createdAt',
  'editedAt',
  'id',
  'liked',
  'likes',
  'replies',
  'state',
  'threadId',
  'title',
  'user',
];

it('discussions are a list with the fields of a forum post, for players only [REST-38 REST-39 ENT-21]', async () => {
  const { status, json } = await player.get('/api/community/forum');
  expect(status).toBe(200);
  expect(Object.keys(json[0]).sort()).toEqual(FIELDS);
  expect(json[0]).toMatchObject({
    title: 'Which caps?',
    content: 'Fat or thin',
    likes: 2,
    replies: 1,
    user: { username: 'zoe' },
  });
  expect((await player.get('/api/community/forum?search=nothing&language=fr')).json).toEqual([]);
  expect((await player.get('/api/community/forum?limit=0')).status).toBe(422);
  const guest = new Browser(gateway.url);
  for (const path of ['', `/${randomUUID()}`])
    expect((await guest.get(`/api/community/forum${path}`)).status).toBe(401);
  expect((await guest.post('/api/community/forum', { title: 'a', content: 'b' })).status).toBe(401);
});

it('one discussion comes with a page of its replies, and a link to the next', async () => {
  const id = randomUUID();
  const { json, headers } = await player.get(`/api/community/forum/${id}?limit=5`);
  expect(json).toMatchObject({
    id,
    title: 'Which caps?',
    replyPage: { nodes: [{ title: null }], pageInfo: { hasNextPage: true, endCursor: 'next' } },
  });
  expect(headers.get('link')).toBe(`<${gateway.url}/api/community/forum/${id}?limit=5&cursor=next>; rel="next"`);
  expect((await player.get(`/api/community/forum/${MISSING}`)).status).toBe(404);
});

it('players write, reply and like', async () => {
  const id = randomUUID();
  const begun = await player.post('/api/community/forum', { title: 'Caps', content: 'Which?' });
  expect([begun.status, begun.json]).toEqual([201, expect.objectContaining({ title: 'Caps', content: 'Which?' })]);
  const replied = await player.post(`/api/community/forum/${id}/replies`, { content: 'Fat' });
  expect([replied.status, replied.json]).toEqual([201, expect.objectContaining({ threadId: id, content: 'Fat' })]);
  expect((await player.post(`/api/community/forum/${id}/like`)).json).toEqual({ likes: 3, liked: true });
  expect((await player.delete(`/api/community/forum/${id}/like`)).json).toEqual({ likes: 2, liked: false });
});
