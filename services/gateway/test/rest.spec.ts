import { randomUUID } from 'node:crypto';
import { request, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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

async function player(verified = true): Promise<Browser> {
  const browser = visitor();
  expect((await browser.post('/api/sms-signup', signUpForm())).status).toBe(201);
  if (verified) expect((await browser.post('/api/verify-contact', { code: CODE })).status).toBe(204);
  return browser;
}

const nearby = '/api/discoveries/nearby?latitude=45.5&longitude=-73.6';

describe('reads', () => {
  it('nearby discoveries are a list under the names of the specification [REST-07 REST-09 ENT-01]', async () => {
    const { status, json, headers } = await visitor().get(`${nearby}&radius=5000`);
    expect(status).toBe(200);
    expect(json).toHaveLength(3);
    expect(Object.keys(json[0])).toEqual(
      expect.arrayContaining([
        ...[
          'id',
          'title',
          'name',
          'description',
          'artist_name',
          'latitude',
          'longitude',
          'address',
          'imageUrl',
          'thumbhash',
          'emojiPin',
          'emojiType',
        ],
        ...[
          'userRole',
          'isFreshArt',
          'status',
          'year',
          'source',
          'sourceUrl',
          'licence',
          'likes',
          'liked',
          'createdAt',
          'distance',
        ],
      ]),
    );
    expect(json[0]).toMatchObject({
      title: 'Le "mur", aux }}} et ,"pageInfo":',
      artist_name: 'Someone',
      distance: 12.5,
    });
    expect(headers.get('content-type')).toMatch('application/json');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('a list says where it goes on, and the place is passed on as it was given', async () => {
    const { headers } = await visitor().get(`${nearby}&limit=2`);
    const [, next] = /^<([^>]+)>; rel="next"$/.exec(headers.get('link')!)!;
    const url = new URL(next!);
    expect(url.origin).toBe(gateway.url);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      latitude: '45.5',
      longitude: '-73.6',
      limit: '2',
      cursor: 'next+page/1',
    });
    const absolute = await new Promise<IncomingMessage>((resolve, reject) => {
      request(gateway.url, { path: `http://elsewhere.example${nearby}&limit=2` }, (response) =>
        resolve(response.resume()),
      )
        .on('error', reject)
        .end();
    });
    expect([absolute.statusCode, absolute.headers.link]).toEqual([200, headers.get('link')]);
    expect(
      (await visitor().get(`${nearby}&limit=2&cursor=former&odd=${encodeURIComponent('a>; rel="x" é')}`)).headers.get(
        'link',
      ),
    ).toBe(
      `<${gateway.url}/api/discoveries/nearby?latitude=45.5&longitude=-73.6&limit=2` +
        '&cursor=next%2Bpage%2F1&odd=a%3E%3B%20rel%3D%22x%22%20%C3%A9>; rel="next"',
    );
    let received: unknown;
    const before = gateway.discovery.root['discoveriesNearby'];
    gateway.discovery.root['discoveriesNearby'] = (args: unknown) => {
      received = args;
      return { nodes: [], edges: [], pageInfo: { hasNextPage: false, endCursor: null } };
    };
    const last = await visitor().get(`${url.pathname}${url.search}`);
    gateway.discovery.root['discoveriesNearby'] = before!;
    expect(received).toEqual({ latitude: 45.5, longitude: -73.6, radius: 5000, first: 2, after: 'next+page/1' });
    expect(last.json).toEqual([]);
    expect(last.headers.get('link')).toBeNull();
  });

  it('legal walls nearby are a list [REST-12 ENT-16]', async () => {
    const { status, json } = await visitor().get('/api/legal-walls/nearby?latitude=51.5&longitude=-0.1');
    expect(status).toBe(200);
    expect(json[0]).toMatchObject({
      name: 'Tunnel',
      city: 'London',
      country: 'United Kingdom',
      address: 'Leake Street',
      hours: null,
      latitude: 51.5,
      longitude: -0.11,
    });
  });

  it('the own discoveries are a list with id, name, imageUrl and createdAt [ENT-12 REST-26]', async () => {
    const { status, json } = await (await player()).get('/api/discoveries/user');
    expect(status).toBe(200);
    expect(json[0]).toMatchObject({
      id: expect.any(String),
      name: expect.any(String),
      imageUrl: expect.stringMatching(/^\/objects\//),
      createdAt: expect.any(String),
    });
    expect(json[0]).not.toHaveProperty('distance');
  });

  it('one discovery, and 404 for none', async () => {
    const id = randomUUID();
    expect((await visitor().get(`/api/discoveries/${id}`)).json).toMatchObject({ id });
    for (const path of [MISSING, 'nonsense', '..%2f..%2fetc']) {
      const { status, json, headers } = await visitor().get(`/api/discoveries/${path}`);
      expect([status, json.code, headers.get('content-type')]).toEqual([
        404,
        'NOT_FOUND',
        'application/problem+json; charset=utf-8',
      ]);
    }
  });

  it('the current user [ENT-17 REST-23]', async () => {
    const browser = await player(false);
    const { status, json } = await browser.get('/api/auth/user');
    expect(status).toBe(200);
    expect(json).toMatchObject({
      username: 'zoe',
      profileImageUrl: null,
      discoveries: 2,
      level: 1,
      tokens: 100,
      status: 'pending',
      profileComplete: true,
      nextLevelXp: 50,
      contactHint: '••••••1234',
    });
  });

  it('no one signed in is a 401 whose body says Unauthorized [REST-24 PERM-14]', async () => {
    for (const path of ['/api/auth/user', '/api/discoveries/user']) {
      const { status, text, json } = await visitor().get(path);
      expect([status, json.code]).toEqual([401, 'UNAUTHENTICATED']);
      expect(text).toContain('Unauthorized');
    }
  });
});

describe('refusals', () => {
  it.each([
    ['limit=0', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=2.5', 'limit'],
    ['limit=501', 'limit'],
    ['limit=', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=1&limit=2', 'limit'],
    ['radius=0', 'radius'],
    ['radius=-5', 'radius'],
    ['radius=99999999999', 'radius'],
    ['latitude=91', 'latitude'],
    ['latitude=1e400', 'latitude'],
    ['radius=1e400', 'radius'],
    ['cursor=', 'cursor'],
  ])('nearby with %s is 422 and names the field', async (query, field) => {
    const path = query.startsWith('latitude') ? `/api/discoveries/nearby?longitude=1&${query}` : `${nearby}&${query}`;
    const { status, json } = await visitor().get(path);
    expect(status).toBe(422);
    expect(json).toMatchObject({
      code: 'VALIDATION_FAILED',
      status: 422,
      title: expect.any(String),
      type: expect.any(String),
      detail: expect.any(String),
    });
    expect(json.errors).toEqual([{ field, code: expect.any(String), detail: expect.any(String) }]);
  });

  it('names every missing field at once', async () => {
    const { json } = await visitor().get('/api/discoveries/nearby');
    expect(json.errors.map(({ field, code }: { field: string; code: string }) => [field, code])).toEqual([
      ['latitude', 'REQUIRED'],
      ['longitude', 'REQUIRED'],
    ]);
  });

  it.each([
    ['"latitude":1e400,"longitude":1', 'latitude'],
    ['"latitude":1,"longitude":181', 'longitude'],
  ])('a new discovery at %s is 422 and names the field', async (place, field) => {
    const browser = await player();
    const { status, json } = await browser.post('/api/discoveries', `{${place}}`);
    expect([status, json.errors.map((fault: { field: string }) => fault.field)]).toEqual([422, [field]]);
  });

  it('a body that is nested too deeply is 400, on every call', async () => {
    const deep = `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
    for (const path of ['/api/sms-signup', '/api/discoveries', '/graphql'])
      expect([path, (await visitor().post(path, deep)).status]).toEqual([path, 400]);
    const variables = await visitor().post('/graphql', `{"query":"{ me { id } }","variables":${deep}}`);
    expect([variables.status, variables.json.errors[0].extensions.code]).toEqual([400, 'MALFORMED']);
  });

  it('malformed JSON is 400, another type 415, too much 413, an unknown path 404 [PERM-13]', async () => {
    const signUp = (body: string, headers: Record<string, string> = {}) =>
      visitor().post('/api/sms-signup', body, headers);
    const responses = await Promise.all([
      signUp('{"firstName":'),
      signUp('[]'),
      signUp('"text"'),
      signUp('{"__proto__":{"a":1}}'),
      visitor().post('/api/sms-signup'),
      signUp('<a/>', { 'content-type': 'application/xml' }),
      signUp('firstName=Zoe', { 'content-type': 'application/x-www-form-urlencoded' }),
      signUp('{}', { 'content-type': 'text/plain' }),
      signUp(JSON.stringify({ bio: 'x'.repeat(70_000) })),
      visitor().get('/api/nothing'),
      visitor().get('/api'),
      visitor().send('PATCH', '/api/discoveries', {}),
      visitor().delete('/api/sms-signup'),
    ]);
    expect(responses.map(({ status, json }) => `${status} ${json.code}`)).toEqual([
      ...Array<string>(5).fill('400 MALFORMED'),
      ...Array<string>(3).fill('415 UNSUPPORTED_MEDIA_TYPE'),
      '413 PAYLOAD_TOO_LARGE',
      ...Array<string>(4).fill('404 NOT_FOUND'),
    ]);
    for (const { headers } of responses)
      expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  });

  it('a wrong code is 422, and the session stays as it was', async () => {
    const browser = await player(false);
    const { status, json } = await browser.post('/api/verify-contact', { code: '000000' });
    expect([status, json.code]).toEqual([422, 'CODE_INVALID']);
    expect((await browser.get('/api/auth/user')).json.status).toBe('pending');
  });

  it("a service's refusal keeps its sentence, and its fields get their REST names", async () => {
    const browser = await player();
    const before = gateway.discovery.root['createDiscovery']!;
    gateway.discovery.root['createDiscovery'] = () => {
      throw refusal('VALIDATION_FAILED', 'At most 120 characters.', {
        fields: ['title', 'artistName', 'pinType', 'imageUrl'].map((field) => ({
          field,
          code: 'TOO_LONG',
          detail: 'At most 120 characters.',
        })),
      });
    };
    const place = { latitude: 1, longitude: 2 };
    const dialog = await browser.post('/api/discoveries', { title: 'a', ...place });
    const modal = await browser.post('/api/discoveries', { name: 'a', ...place });
    gateway.discovery.root['createDiscovery'] = before;
    expect(dialog).toMatchObject({ status: 422, json: { detail: 'At most 120 characters.' } });
    expect(dialog.json.errors.map(({ field }: { field: string }) => field)).toEqual([
      'title',
      'artist_name',
      'emojiPin',
      'imageUrl',
    ]);
    expect(modal.json.errors[0].field).toBe('name');
  });

  it("a service's refusal of an argument names the field of the call", async () => {
    const before = gateway.discovery.root['discoveriesNearby']!;
    gateway.discovery.root['discoveriesNearby'] = () => {
      throw refusal('VALIDATION_FAILED', 'This cursor does not belong to this list.', {
        fields: [{ field: 'after', code: 'INVALID_CURSOR', detail: 'This cursor does not belong to this list.' }],
      });
    };
    const { status, json } = await visitor().get(`${nearby}&cursor=x`);
    gateway.discovery.root['discoveriesNearby'] = before;
    expect([status, json.errors]).toEqual([
      422,
      [{ field: 'cursor', code: 'INVALID_CURSOR', detail: 'This cursor does not belong to this list.' }],
    ]);
  });

  it('what may be left out may be null, and what is not described is ignored', async () => {
    const browser = await player();
    let input: unknown;
    const before = gateway.discovery.root['createDiscovery']!;
    gateway.discovery.root['createDiscovery'] = (args: { input: unknown }, call) => {
      input = args.input;
      return before(args as never, call);
    };
    const sent = {
      title: null,
      name: null,
      description: ' ',
      artist_name: null,
      imageUrl: null,
      emojiPin: null,
      userRole: null,
      isFreshArt: null,
      metadata: null,
      price: 5,
    };
    const { status } = await browser.post('/api/discoveries', { ...sent, latitude: 1, longitude: 2 });
    gateway.discovery.root['createDiscovery'] = before;
    expect([status, input]).toEqual([
      201,
      { latitude: 1, longitude: 2, pinType: 'location', userRole: 'photographer', isFreshArt: false },
    ]);
  });

  it.each([
    [{ latitude: null, longitude: 2 }, 'latitude', 'INVALID_TYPE', 'latitude must be a number.'],
    [{ latitude: 91, longitude: 2 }, 'latitude', 'TOO_BIG', 'latitude must be at most 90.'],
    [{ latitude: 1, longitude: 2, title: 5 }, 'title', 'INVALID_TYPE', 'title must be a text.'],
    [
      { latitude: 1, longitude: 2, isFreshArt: 'yes' },
      'isFreshArt',
      'INVALID_TYPE',
      'isFreshArt must be true or false.',
    ],
    [
      { latitude: 1, longitude: 2, userRole: 'critic' },
      'userRole',
      'INVALID_VALUE',
      'userRole must be one of: photographer, artist.',
    ],
    [{ latitude: 1, longitude: 2, metadata: 'x' }, 'metadata', 'INVALID_TYPE', 'metadata must be an object.'],
    [
      { latitude: 1, longitude: 2, metadata: { emojiType: 5 } },
      'metadata.emojiType',
      'INVALID_TYPE',
      'metadata.emojiType must be a text.',
    ],
    [
      { latitude: 1, longitude: 2, metadata: { emojiType: 'Pizza' } },
      'metadata.emojiType',
      'UNKNOWN_PIN',
      'Choose one of the five pins.',
    ],
  ])('a new discovery of %j is refused at %s: %s', async (body, field, code, detail) => {
    const { status, json } = await (await player()).post('/api/discoveries', body);
    expect([status, json.detail, json.errors]).toEqual([422, detail, [{ field, code, detail }]]);
  });

  it('a internal error is an id without any detail', async () => {
    const before = gateway.discovery.root['discovery']!;
    gateway.discovery.root['discovery'] = () => {
      throw new Error('password=hunter2 in /etc/secret');
    };
    const { status, json, text } = await visitor().get(`/api/discoveries/${randomUUID()}`);
    gateway.discovery.root['discovery'] = before;
    expect([status, json.code]).toEqual([500, 'INTERNAL']);
    expect(json.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(text).not.toContain('hunter2');
  });

  it('a pending player gets 403 CONTACT_NOT_VERIFIED, as the service says', async () => {
    const browser = await player(false);
    const before = gateway.discovery.root['createDiscovery']!;
    gateway.discovery.root['createDiscovery'] = (_: never, { identity }: { identity: { status?: string } }) => {
      if (identity.status !== 'verified')
        throw refusal('CONTACT_NOT_VERIFIED', 'Enter the code that was sent to you first.');
    };
    const { status, json } = await browser.post('/api/discoveries', { title: 'a', latitude: 1, longitude: 2 });
    gateway.discovery.root['createDiscovery'] = before;
    expect([status, json.code]).toEqual([403, 'CONTACT_NOT_VERIFIED']);
  });

  it('a service that is down is 503 with Retry-After, and recovers', async () => {
    const before = gateway.discovery.root['discovery']!;
    gateway.discovery.root['discovery'] = (_: never, { reply }: { reply: { raw: { destroy(): void } } }) =>
      reply.raw.destroy();
    const { status, json, headers } = await visitor().get(`/api/discoveries/${randomUUID()}`);
    gateway.discovery.root['discovery'] = before;
    expect([status, json.code]).toEqual([503, 'UNAVAILABLE']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await visitor().get(`/api/discoveries/${randomUUID()}`)).status).toBe(200);
  });
});

describe('writes', () => {
  const fromMap = {
    title: 'Wall',
    description: 'Big',
    artist_name: 'Someone',
    latitude: 45.5,
    longitude: -73.6,
  };
  const fromModal = () => ({
    name: 'Wall',
    description: '',
    imageUrl: '/objects/01990000-0000-7000-8000-000000000001',
    emojiPin: '🚩',
    userRole: 'artist',
    isFreshArt: true,
    latitude: 45.5,
    longitude: -73.6,
    address: '45.500000, -73.600000',
    tokensAwarded: 1_000_000,
    metadata: {
      timestamp: new Date().toISOString(),
      coordinates: '45.5,-73.6',
      submissionType: 'fresh_artwork',
      emojiType: 'Flag',
    },
  });
  /** Posts a discovery as a player; `input` is what the service gets. */
  async function postDiscovery(payload: object) {
    const browser = await player();
    let input: unknown;
    const before = gateway.discovery.root['createDiscovery']!;
    gateway.discovery.root['createDiscovery'] = (args: { input: unknown }, call) => {
      input = args.input;
      return before(args as never, call);
    };
    const response = await browser.post('/api/discoveries', payload);
    gateway.discovery.root['createDiscovery'] = before;
    return { ...response, input };
  }

  it("takes the map dialog's payload, as a photographer with pin Location [REST-14 ENT-02]", async () => {
    const { status, json, input } = await postDiscovery(fromMap);
    expect(status).toBe(201);
    expect(json).toMatchObject({ id: expect.any(String), tokensAwarded: 50, title: 'Wall' });
    expect(input).toEqual({
      title: 'Wall',
      description: 'Big',
      artistName: 'Someone',
      latitude: 45.5,
      longitude: -73.6,
      pinType: 'location',
      userRole: 'photographer',
      isFreshArt: false,
    });
  });

  it("takes the document modal's payload, whose name is the title [REST-15 REST-16 ENT-03]", async () => {
    const { status, json, input } = await postDiscovery(fromModal());
    expect(status).toBe(201);
    expect(json).toMatchObject({ id: expect.any(String), title: 'Wall', name: 'Wall' });
    expect(input).toEqual({
      title: 'Wall',
      latitude: 45.5,
      longitude: -73.6,
      imageUrl: '/objects/01990000-0000-7000-8000-000000000001',
      pinType: 'flag',
      userRole: 'artist',
      isFreshArt: true,
    });
  });

  it('ignores the amount of a payload, and returns the amount of the server [ENT-07 DOCM-46]', async () => {
    const { json, input } = await postDiscovery(fromModal());
    expect(input).not.toHaveProperty('tokensAwarded');
    expect(json).toMatchObject({ tokensAwarded: 150 });
  });

  it.each([
    ['🔥', 'hot_spot'],
    ['Hot Spot', 'hot_spot'],
    ['hot_spot', 'hot_spot'],
    ['🏷', 'tag'],
    ['Location', 'location'],
  ])('emojiPin %s is the pin type %s [ENT-15]', async (emojiPin, pinType) => {
    const browser = await player();
    const calls: unknown[] = [];
    const before = gateway.discovery.root['createDiscovery']!;
    gateway.discovery.root['createDiscovery'] = (args: { input: { pinType: string } }, call) => {
      calls.push(args.input.pinType);
      return before(args as never, call);
    };
    await browser.post('/api/discoveries', { name: 'a', emojiPin, latitude: 1, longitude: 2 });
    gateway.discovery.root['createDiscovery'] = before;
    expect(calls).toEqual([pinType]);
  });

  it('refuses an unknown pin, a blank name, a wrong role and impossible coordinates [ENT-04 ENT-05]', async () => {
    const browser = await player();
    const { status, json } = await browser.post('/api/discoveries', {
      name: 'a',
      emojiPin: '🍕',
      userRole: 'critic',
      latitude: 91,
      longitude: '2',
    });
    expect(status).toBe(422);
    expect(json.errors.map(({ field }: { field: string }) => field).sort()).toEqual([
      'latitude',
      'longitude',
      'userRole',
    ]);
    const pin = await browser.post('/api/discoveries', { name: '  ', emojiPin: '🍕', latitude: 1, longitude: 2 });
    expect(pin.json.errors.map(({ field }: { field: string }) => field)).toEqual(['name', 'emojiPin']);
  });

  it('guests may not write', async () => {
    for (const path of [
      '/api/discoveries',
      `/api/discoveries/${randomUUID()}/like`,
      '/api/verify-contact',
      '/api/verify-contact/resend',
    ])
      expect((await visitor().post(path, {})).status).toBe(401);
  });

  it('likes and takes the like back', async () => {
    const browser = await player();
    const path = `/api/discoveries/${randomUUID()}/like`;
    expect(await browser.post(path)).toMatchObject({ status: 200, json: { likes: 4, liked: true } });
    expect(await browser.delete(path)).toMatchObject({ status: 200, json: { likes: 3, liked: false } });
  });

  it('an upload needs no body; a guest gets a session for it [REST-21 REST-22 ENT-32]', async () => {
    const browser = visitor();
    const { status, json } = await browser.post('/api/objects/upload');
    expect([status, Object.keys(json)]).toEqual([200, ['uploadURL']]);
    expect(browser.cookie).toMatch(/^sprayhunt=/);
    const again = await browser.post('/api/objects/upload?purpose=avatar');
    expect(again.json.uploadURL).toBe(json.uploadURL);
    expect((await browser.post('/api/objects/upload?purpose=virus')).status).toBe(422);
    expect((await browser.get('/api/auth/user')).status).toBe(401);
  });

  it('the subject of a guest becomes the account at sign-up', async () => {
    const browser = visitor();
    const { json } = await browser.post('/api/objects/upload');
    await browser.post('/api/sms-signup', signUpForm());
    expect(json.uploadURL).toContain((await browser.get('/api/auth/user')).json.id);
  });

  it('requests for login codes get the same response, and work in the browser that asked', async () => {
    const browser = visitor();
    expect((await browser.post('/api/login/code', { contact: 'zoe@example.org' })).status).toBe(202);
    expect((await visitor().post('/api/login/verify', { contact: 'zoe@example.org', code: CODE })).json.code).toBe(
      'CODE_INVALID',
    );
    expect((await browser.post('/api/login/verify', { contact: 'zoe@example.org', code: CODE })).status).toBe(204);
    expect((await browser.get('/api/auth/user')).json.status).toBe('verified');
    expect((await browser.post('/api/verify-contact/resend')).status).toBe(202);
  });
});
