import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Browser, signUpForm } from './browser.js';
import { runGateway, type RunningGateway } from './running-gateway.js';

let gateway: RunningGateway;
let zoe: Browser;
const guest = () => new Browser(gateway.url);

beforeAll(async () => {
  gateway = await runGateway();
  zoe = guest();
  expect((await zoe.post('/api/sms-signup', signUpForm())).status).toBe(201);
});
afterAll(() => gateway.stop());

describe('the profile', () => {
  it('takes a picture and returns with a success message [REST-32]', async () => {
    const { status, json } = await zoe.put('/api/profile/picture', { body: { imageUrl: '/objects/1' } });
    expect({ status, json }).toEqual({
      status: 200,
      json: { message: 'Profile picture updated successfully!', profileImageUrl: '/objects/1' },
    });
  });

  it('changes some pins and keeps the others', async () => {
    const { status, json } = await zoe.put('/api/profile/pin-preferences', { body: { tags: '⚡', stencils: null } });
    expect([status, json]).toEqual([
      200,
      { illegalFinds: '🚫', legalFinds: '✅', wetPaintFlicks: '💧', productions: '🎨', stencils: '📏', tags: '⚡' },
    ]);
  });

  it('shows and hides parts of itself', async () => {
    const { status, json } = await zoe.put('/api/profile/visibility', { body: { gallery: false, bio: null } });
    expect([status, json]).toEqual([
      200,
      { picture: true, bio: true, statistics: true, joined: true, gallery: false, wallet: false },
    ]);
    const refused = await zoe.put('/api/profile/visibility', { body: { gallery: 'no' } });
    expect([refused.status, refused.json.errors[0].field]).toEqual([422, 'gallery']);
    expect((await zoe.get('/api/auth/user')).json.visibility).toEqual({
      picture: true,
      bio: true,
      statistics: true,
      joined: true,
      gallery: true,
      wallet: false,
    });
  });

  it('takes no picture from another site', async () => {
    const calls = gateway.users.calls.length;
    for (const origin of ['https://elsewhere.example', 'null']) {
      const { status, json } = await zoe.put('/api/profile/picture', {
        body: { imageUrl: '/objects/1' },
        headers: { origin },
      });
      expect([status, json.code]).toEqual([403, 'CSRF']);
    }
    expect(gateway.users.calls).toHaveLength(calls);
  });

  it('lists the achievements [REST-28]', async () => {
    const { status, json } = await zoe.get('/api/profile/achievements');
    expect(status).toBe(200);
    expect(json).toEqual([
      {
        id: 'pin-dropper',
        name: 'Pin Dropper',
        description: 'Use all five pin types',
        earned: false,
        progress: 2,
        goal: 5,
        earnedAt: null,
        players: 12,
      },
    ]);
  });

  it('is for players: guests get 401', async () => {
    const responses = [
      await guest().put('/api/profile/pin-preferences', { body: {} }),
      await guest().put('/api/profile/visibility', { body: {} }),
      await guest().get('/api/profile/achievements'),
      await guest().put('/api/profile/picture', { body: { imageUrl: '/objects/1' } }),
    ];
    for (const { status, text } of responses) {
      expect(status).toBe(401);
      expect(text).toContain('Unauthorized');
    }
  });
});

describe('usernames', () => {
  it('that are free are suggested to everyone', async () => {
    const { status, json } = await guest().get('/api/usernames/suggestions?like=zo%C3%AB');
    expect([status, json]).toEqual([200, ['zoë_paints', 'zoë27', 'zoë_walls']]);
    const refused = await guest().get('/api/usernames/suggestions');
    expect([refused.status, refused.json.errors[0].field]).toEqual([422, 'like']);
  });
});

describe('players', () => {
  it('are shown to everyone by their name [ENT-17]', async () => {
    const { status, json } = await guest().get('/api/players/Zoe');
    expect(status).toBe(200);
    expect(Object.keys(json).sort()).toEqual([
      'bio',
      'createdAt',
      'discoveries',
      'id',
      'level',
      'profileImageUrl',
      'username',
      'wallet',
    ]);
  });

  it('are asked for by any name that a player may have', async () => {
    const names: string[] = [];
    gateway.users.root['player'] = ({ username }: { username: string }) => (names.push(username), null);
    const given = ['zoe z', 'Ömer-7', "o'neil", '画'.repeat(30), '0198a000-0000-7000-8000-000000000000'];
    for (const name of given) {
      const { status, json } = await guest().get(`/api/players/${encodeURIComponent(name)}`);
      expect([status, json.code]).toEqual([404, 'NOT_FOUND']);
    }
    expect(names).toEqual(given);
  });
});
