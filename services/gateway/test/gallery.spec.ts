import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Browser, signUpForm } from './browser.js';
import { runGateway, type RunningGateway } from './running-gateway.js';
import { art } from './stub-responses.js';
import { refusal } from './stub-subgraph.js';

let gateway: RunningGateway;
let zoe: Browser;
const guest = () => new Browser(gateway.url);
const item = Object.keys(art()).sort();
const heron = { imageUrl: '/objects/1', title: 'Heron', description: '', artType: 'digital' };

beforeAll(async () => {
  gateway = await runGateway();
  zoe = guest();
  expect((await zoe.post('/api/sms-signup', signUpForm())).status).toBe(201);
});
afterAll(() => gateway.stop());

/** Makes the media service record its requests. */
function noted(field: string, response: unknown): unknown[] {
  const received: unknown[] = [];
  gateway.media.root[field] = (args: unknown) => (received.push(args), response);
  return received;
}

describe('the gallery', () => {
  it('returns with a list of art items [REST-30 ENT-18]', async () => {
    const { status, json } = await zoe.get('/api/profile/art?limit=5');
    expect(status).toBe(200);
    expect(json.map((one: object) => Object.keys(one).sort())).toEqual([item]);
  });

  it('takes {imageUrl, title, description, artType} [REST-34]', async () => {
    const received = noted('addArt', art());
    const { status, json } = await zoe.post('/api/profile/art', heron);
    expect([status, Object.keys(json).sort()]).toEqual([201, item]);
    await zoe.post('/api/profile/art', { imageUrl: '/objects/1', title: ' ', artType: null });
    expect(received).toEqual([
      { input: { imageUrl: '/objects/1', title: 'Heron', artType: 'digital' } },
      { input: { imageUrl: '/objects/1', artType: 'graffiti' } },
    ]);
  });

  it('refuses what is no art type, and says which fields the media service refuses [REST-34]', async () => {
    const unknown = await zoe.post('/api/profile/art', { ...heron, artType: 'opera' });
    expect([unknown.status, unknown.json.errors.map(({ field }: { field: string }) => field)]).toEqual([
      422,
      ['artType'],
    ]);
    gateway.media.root['addArt'] = () => {
      throw refusal('VALIDATION_FAILED', 'Please enter a title.', {
        fields: [{ field: 'title', code: 'REQUIRED', detail: 'Please enter a title.' }],
      });
    };
    const untitled = await zoe.post('/api/profile/art', heron);
    expect([untitled.status, untitled.json.errors]).toEqual([
      422,
      [{ field: 'title', code: 'REQUIRED', detail: 'Please enter a title.' }],
    ]);
  });

  it('repeats the response to the same key', async () => {
    const received = noted('addArt', art());
    const key = { 'idempotency-key': randomUUID() };
    const [first, again] = [
      await zoe.post('/api/profile/art', heron, key),
      await zoe.post('/api/profile/art', heron, key),
    ];
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
    expect(received).toHaveLength(1);
  });

  it('is put in order, and works are removed from it', async () => {
    const ids = [randomUUID(), randomUUID()];
    const [ordered, removed] = [noted('orderArt', true), noted('removeArt', true)];
    expect((await zoe.put('/api/profile/art/order', { body: { ids } })).status).toBe(204);
    expect((await zoe.delete(`/api/profile/art/${ids[0]}`)).status).toBe(204);
    expect([ordered, removed]).toEqual([[{ ids }], [{ id: ids[0] }]]);
    expect((await zoe.put('/api/profile/art/order', { body: { ids: [5] } })).json.errors[0].field).toBe('ids.0');
    expect((await zoe.delete('/api/profile/art/x')).status).toBe(404);
  });

  it('is for players: guests get 401', async () => {
    const id = randomUUID();
    const responses = [
      await guest().get('/api/profile/art'),
      await guest().post('/api/profile/art', heron),
      await guest().put('/api/profile/art/order', { body: { ids: [id] } }),
      await guest().delete(`/api/profile/art/${id}`),
    ];
    for (const { status, text } of responses) {
      expect(status).toBe(401);
      expect(text).toContain('Unauthorized');
    }
  });

  it('changes for no other site', async () => {
    const origin = 'https://elsewhere.example';
    const responses = [
      await zoe.post('/api/profile/art', heron, { origin }),
      await zoe.put('/api/profile/art/order', { body: { ids: [] }, headers: { origin } }),
      await zoe.delete(`/api/profile/art/${randomUUID()}`, { headers: { origin } }),
    ];
    expect(responses.map(({ status, json }) => [status, json.code])).toEqual(Array(3).fill([403, 'CSRF']));
  });
});

describe("a player's gallery", () => {
  it('is open to all, a page at a time', async () => {
    const id = randomUUID();
    const { status, json, headers } = await guest().get(`/api/players/${id}/art?limit=2`);
    expect([status, json.length]).toEqual([200, 2]);
    expect(headers.get('link')).toContain(`/api/players/${id}/art?limit=2&cursor=next>; rel="next"`);
  });

  it('counts views of guests, who get no session for it', async () => {
    const browser = guest();
    const { status, json } = await browser.post(`/api/art/${randomUUID()}/view`);
    expect([status, json, browser.cookie]).toEqual([200, { views: 8 }, '']);
    gateway.media.root['viewArt'] = () => {
      throw refusal('NOT_FOUND', 'There is no such work.');
    };
    expect((await browser.post(`/api/art/${randomUUID()}/view`)).status).toBe(404);
  });
});
