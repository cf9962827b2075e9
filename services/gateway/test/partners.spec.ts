import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Browser, signUpForm } from './browser.js';
import { runGateway, type RunningGateway } from './running-gateway.js';
import { newKey } from './stub-issuer.js';
import { refusal } from './stub-subgraph.js';

let gateway: RunningGateway;
const NEARBY = '/api/discoveries/nearby?latitude=45.5&longitude=-73.6';
const TITLES = '{ discoveriesNearby(latitude: 45.5, longitude: -73.6, first: 5) { nodes { title } } }';

beforeAll(async () => {
  gateway = await runGateway();
});
afterAll(() => gateway.stop());
beforeEach(() => {
  for (const stub of [gateway.discovery, gateway.users, gateway.media]) stub.calls.length = 0;
});

/** A program, which sends no Origin and keeps no cookie unless a test gives it one. */
const program = () => new Browser(gateway.url, null);
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const callerOf = (stub: 'discovery' | 'users') => gateway[stub].calls.at(-1)?.identity;

describe('a partner', () => {
  it('calls the services as itself, with the scopes of its token', async () => {
    const clientId = randomUUID();
    const token = await gateway.issuer.token({
      sub: clientId,
      client_id: clientId,
      scope: 'discoveries:read walls:read openid',
    });
    expect((await program().get(NEARBY, { headers: bearer(token) })).status).toBe(200);
    expect(callerOf('discovery')).toEqual({
      kind: 'partner',
      subject: clientId,
      scopes: ['discoveries:read', 'walls:read'],
      address: '127.0.0.1',
    });
    expect(
      (await program().graphql(TITLES, {}, bearer(token))).json.data.discoveriesNearby.nodes.length,
    ).toBeGreaterThan(0);
    expect(callerOf('discovery')).toMatchObject({ kind: 'partner', subject: clientId });
  });

  it('is not mistaken for another caller of the same address, nor for itself with other scopes', async () => {
    const clientId = randomUUID();
    const client = { sub: clientId, client_id: clientId };
    const calls: Record<string, string>[] = [
      {},
      bearer(await gateway.issuer.token(client)),
      bearer(await gateway.issuer.token({ ...client, scope: 'art:read' })),
      bearer(await gateway.issuer.token()),
      {},
    ];
    const seen = [];
    for (const headers of calls) {
      await program().get(NEARBY, { headers });
      const { kind, subject, scopes } = callerOf('discovery')!;
      seen.push([kind, kind === 'partner' && subject === clientId, scopes]);
    }
    const guest = ['guest', false, undefined];
    expect(seen).toEqual([
      guest,
      ['partner', true, ['discoveries:read']],
      ['partner', true, ['art:read']],
      ['partner', false, ['discoveries:read']],
      guest,
    ]);
  });

  it('is not also the player whose cookie comes along', async () => {
    const browser = new Browser(gateway.url);
    await browser.post('/api/sms-signup', signUpForm());
    const cookie = browser.cookie;
    expect((await browser.get('/api/auth/user')).status).toBe(200);
    const headers = { ...bearer(await gateway.issuer.token()), cookie };
    expect((await program().get('/api/auth/user', { headers })).status).toBe(403);
    expect((await program().graphql(TITLES, {}, headers)).status).toBe(200);
    expect(callerOf('discovery')?.kind).toBe('partner');
    const invalid = await program().get(NEARBY, { headers: { ...headers, authorization: 'Bearer x' } });
    expect([invalid.status, invalid.headers.getSetCookie()]).toEqual([401, []]);
  });

  it("may call no player's route, and is given no session", async () => {
    const headers = bearer(await gateway.issuer.token());
    for (const [method, path, body] of [
      ['GET', '/api/auth/user', undefined],
      ['POST', '/api/discoveries', { title: 'x', latitude: 1, longitude: 2 }],
      ['POST', '/api/objects/upload', undefined],
      ['POST', '/api/login/code', { contact: 'zoe@example.org' }],
    ] as const) {
      const { status, json, headers: given } = await program().send(method, path, { body, headers });
      expect([path, status, json.code, given.getSetCookie()]).toEqual([path, 403, 'FORBIDDEN', []]);
    }
    const upload = await program().graphql('mutation { requestUpload { uploadURL } }', {}, headers);
    expect(upload.headers.getSetCookie()).toEqual([]);
    expect(gateway.media.calls.at(-1)?.identity.kind).toBe('partner');
  });

  it('learns of a missing scope as problem JSON, and as an error of GraphQL', async () => {
    const before = gateway.discovery.root['discoveriesNearby']!;
    gateway.discovery.root['discoveriesNearby'] = () => {
      throw refusal(
        'SCOPE_MISSING',
        'Query.discoveriesNearby needs the scope discoveries:read, which this token does not have.',
      );
    };
    const headers = bearer(await gateway.issuer.token({ scope: 'art:read' }));
    const rest = await program().get(NEARBY, { headers });
    const graph = await program().graphql(TITLES, {}, headers);
    gateway.discovery.root['discoveriesNearby'] = before;
    expect(rest.status).toBe(403);
    expect(rest.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope"');
    expect(rest.json).toMatchObject({ code: 'SCOPE_MISSING', detail: expect.stringContaining('discoveries:read') });
    expect(graph.json.errors[0].extensions.code).toBe('SCOPE_MISSING');
  });

  it('finds the scopes of each call in the descriptions', async () => {
    const { json } = await program().get('/openapi.json');
    expect(json.paths['/api/legal-walls/nearby'].get.security).toEqual([
      {},
      { session: [] },
      { partner: ['walls:read'] },
    ]);
    expect(json.paths['/api/auth/user'].get.security).toEqual([{ session: [] }]);
    expect(json.paths['/api/discoveries'].post.security).toEqual([{ session: [] }, { partner: ['discoveries:write'] }]);
    expect(json.paths['/api/objects/upload'].post.security).toEqual([
      {},
      { session: [] },
      { partner: ['discoveries:write'] },
    ]);
    const { clientCredentials, authorizationCode } = json.components.securitySchemes.partner.flows;
    expect([
      clientCredentials.tokenUrl,
      authorizationCode.authorizationUrl,
      Object.keys(authorizationCode.scopes),
    ]).toEqual(['/oidc/token', '/oidc/auth', ['discoveries:write']]);
    expect(Object.keys(clientCredentials.scopes)).not.toContain('discoveries:write');
    expect((await program().get('/api/docs')).text).toContain('partners need <code>walls:read</code>');
  });

  it('may look at the schema in production, where guests may not', async () => {
    const production = await runGateway({
      MODE: 'production',
      TRUST_PROXY: 'none',
      PUBLIC_URL: 'https://play.example',
    });
    try {
      const client = new Browser(production.url, null);
      const query = '{ __type(name: "Discovery") { description } }';
      expect((await client.graphql(query)).json.errors[0].extensions.code).toBe('DOCUMENT_NOT_TRUSTED');
      const response = await client.graphql(query, {}, bearer(await production.issuer.token()));
      expect(response.json.data.__type.description).toContain(
        'Partners need `discoveries:read` or `discoveries:write`.',
      );
    } finally {
      await production.stop();
    }
  });
});

describe('a token', () => {
  const read = async (token: string) => program().get(NEARBY, { headers: bearer(token) });
  const seconds = (from: number) => Math.floor(Date.now() / 1_000) + from;

  it.each<[string, () => Promise<string>]>([
    ['has expired', () => gateway.issuer.token({ iat: seconds(-700), exp: seconds(-60) })],
    ['never expires', () => gateway.issuer.token({ exp: undefined })],
    ['is for another audience', () => gateway.issuer.token({ aud: 'https://elsewhere.example/graphql' })],
    ['is from another issuer', () => gateway.issuer.token({ iss: 'https://elsewhere.example/oidc' })],
    ['is no access token', () => gateway.issuer.token({}, { header: { typ: 'JWT' } })],
    ['speaks for a person', () => gateway.issuer.token({ sub: randomUUID() })],
    ['names no client', () => gateway.issuer.token({ client_id: undefined })],
    ['is signed with an unknown key', async () => gateway.issuer.token({}, { key: (await newKey()).privateKey })],
    [
      'is signed with the published key as a password',
      async () =>
        gateway.issuer.token(
          {},
          { header: { alg: 'HS256' }, key: new TextEncoder().encode(JSON.stringify(gateway.issuer.key.jwk)) },
        ),
    ],
    [
      'has a tampered scope',
      async () => {
        const [head, , signature] = (await gateway.issuer.token({ scope: 'art:read' })).split('.');
        const [, other] = (await gateway.issuer.token({ scope: 'players:read' })).split('.');
        return [head, other, signature].join('.');
      },
    ],
    [
      'has no signature',
      async () => {
        const [, body] = (await gateway.issuer.token()).split('.');
        return `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${body}.`;
      },
    ],
    ['is garbage', async () => 'garbage'],
    ['is empty', async () => ''],
  ])('that %s is refused and never taken as a guest', async (_, make) => {
    const token = await make();
    const rest = await read(token);
    expect([rest.status, rest.headers.get('www-authenticate'), rest.headers.get('content-type')]).toEqual([
      401,
      'Bearer error="invalid_token"',
      'application/problem+json; charset=utf-8',
    ]);
    expect(rest.json).toMatchObject({ title: 'Unauthorized', code: 'TOKEN_INVALID' });
    const graph = await program().graphql(TITLES, {}, bearer(token));
    expect([graph.status, graph.headers.get('www-authenticate'), graph.json.errors[0].extensions.code]).toEqual([
      401,
      'Bearer error="invalid_token"',
      'TOKEN_INVALID',
    ]);
    expect((await program().get('/api/live', { headers: bearer(token) })).status).toBe(401);
    expect(gateway.discovery.calls).toEqual([]);
  });

  it('of another token type is refused alike', async () => {
    expect((await program().get(NEARBY, { headers: { authorization: 'Basic em9lOnpvZQ==' } })).status).toBe(401);
  });

  it("cannot be checked while the issuer's keys are unavailable; unknown keys are fetched once", async () => {
    const fresh = await runGateway();
    try {
      const { issuer } = fresh;
      const status = async (token: string) =>
        (await new Browser(fresh.url, null).get(NEARBY, { headers: bearer(token) })).status;
      issuer.keys = null;
      const unavailable = await new Browser(fresh.url, null).get(NEARBY, { headers: bearer(await issuer.token()) });
      expect([unavailable.status, unavailable.json.code, unavailable.headers.get('retry-after')]).toEqual([
        503,
        'UNAVAILABLE',
        '1',
      ]);
      issuer.keys = [issuer.key.jwk];
      issuer.fetched = 0;
      const strange = await newKey();
      for (let time = 0; time < 3; time += 1) {
        expect(await status(await issuer.token())).toBe(200);
        expect(
          await status(await issuer.token({}, { header: { kid: `${strange.kid}${time}` }, key: strange.privateKey })),
        ).toBe(401);
      }
      expect(issuer.fetched).toBe(1);
    } finally {
      await fresh.stop();
    }
  });
});

describe('a partner who acts for a player', () => {
  const [ann, app, consent] = [randomUUID(), randomUUID(), randomUUID()];
  const token = (changes: Record<string, unknown> = {}) =>
    gateway.issuer.token({ sub: ann, client_id: app, grant_id: consent, scope: 'discoveries:write', ...changes });
  const PLACE = { latitude: 1, longitude: 2 };

  it('calls the services as that player through the client, with the scopes of players only', async () => {
    const headers = bearer(await token({ scope: 'discoveries:write discoveries:read offline_access' }));
    const through = {
      kind: 'player',
      subject: ann,
      status: 'verified',
      client: app,
      scopes: ['discoveries:write'],
      address: '127.0.0.1',
    };
    expect((await program().post('/api/discoveries', { title: 'x', ...PLACE }, headers)).status).toBe(201);
    expect(callerOf('discovery')).toEqual(through);
    await program().graphql(
      'mutation ($input: CreateDiscoveryInput!) { createDiscovery(input: $input) { id } }',
      { input: PLACE },
      headers,
    );
    expect(callerOf('discovery')).toEqual(through);
    const upload = await program().post('/api/objects/upload', undefined, headers);
    expect([upload.status, upload.headers.getSetCookie(), gateway.media.calls.at(-1)?.identity]).toEqual([
      200,
      [],
      through,
    ]);
  });

  it('is told of its points, and counts beside the client itself and other players', async () => {
    const { headers } = await program().post('/api/discoveries', { title: 'x', ...PLACE }, bearer(await token()));
    expect(headers.get('ratelimit')).toContain('"points"');
    const bounded = await runGateway({ RATE_WRITES: '2/60' });
    try {
      const status = async (changes: Record<string, unknown>) => {
        const given = bearer(
          await bounded.issuer.token({ client_id: app, grant_id: consent, scope: 'discoveries:write', ...changes }),
        );
        return (await new Browser(bounded.url, null).post('/api/discoveries', { title: 'x', ...PLACE }, given)).status;
      };
      const [one, other] = [randomUUID(), randomUUID()];
      expect([
        await status({ sub: one }),
        await status({ sub: one }),
        await status({ sub: one }),
        await status({ sub: other }),
      ]).toEqual([201, 201, 429, 201]);
    } finally {
      await bounded.stop();
    }
  });

  it('is not taken for the player, another player, or the client itself', async () => {
    const signed = [];
    for (const changes of [{}, { sub: randomUUID() }, { client_id: randomUUID() }]) {
      await program().post('/api/discoveries', { title: 'x', ...PLACE }, bearer(await token(changes)));
      const { kind, subject, client } = callerOf('discovery')!;
      signed.push([kind, subject === ann, client === app]);
    }
    expect(signed).toEqual([
      ['player', true, true],
      ['player', false, true],
      ['player', true, false],
    ]);
  });

  it('has none of the player’s own pages, lists and sessions', async () => {
    const headers = bearer(await token());
    for (const path of ['/api/profile/sessions', '/api/profile/export', '/api/partner/documents'])
      expect([path, (await program().get(path, { headers })).status]).toEqual([path, 403]);
    for (const path of ['/api/live?latitude=1&longitude=2', '/api/map/works/0/0/0.mvt'])
      expect([path, (await program().get(path, { headers })).json.code]).toEqual([path, 'SCOPE_MISSING']);
    expect((await program().get(NEARBY, { headers: { ...headers, 'expected-account': ann } })).status).toBe(403);
  });

  it('repeats a request by its key, which is the player’s, without a session', async () => {
    const headers = { ...bearer(await token()), 'idempotency-key': randomUUID() };
    const urls = [];
    for (let time = 0; time < 2; time += 1)
      urls.push((await program().post('/api/objects/upload', undefined, headers)).text);
    expect(urls[0]).toBe(urls[1]);
  });

  it.each([
    ['without a consent', { grant_id: undefined }],
    ['with a consent to itself', { sub: app }],
    ['with an invalid subject', { sub: 'ann' }],
    ['by a consent of another form', { grant_id: 'yes' }],
  ])('is refused %s', async (_, changes) => {
    expect(
      (await program().post('/api/discoveries', { title: 'x', ...PLACE }, bearer(await token(changes)))).json.code,
    ).toBe('TOKEN_INVALID');
    expect(gateway.discovery.calls).toEqual([]);
  });
});

describe('limits', () => {
  it('count for the partner, wherever it calls from, and for the address where the token is none', async () => {
    const bounded = await runGateway({ RATE_READS: '3/60' });
    try {
      const client = new Browser(bounded.url, null);
      const [one, other] = [await bounded.issuer.token(), await bounded.issuer.token()];
      const status = async (headers: Record<string, string>) => (await client.get(NEARBY, { headers })).status;
      const statuses = async (headers: Record<string, string>) => [
        await status(headers),
        await status(headers),
        await status(headers),
        await status(headers),
      ];
      expect(await statuses(bearer(one))).toEqual([200, 200, 200, 429]);
      expect(await status(bearer(other))).toBe(200);
      expect(await statuses(bearer('guess'))).toEqual([401, 401, 401, 429]);
      expect(await status({})).toBe(429);
      expect(await status(bearer(other))).toBe(200);
    } finally {
      await bounded.stop();
    }
  });
});

describe('the live feed', () => {
  it('is open to partners who may read discoveries', async () => {
    const listen = async (scope: string) => {
      const gone = new AbortController();
      const { status } = await fetch(`${gateway.url}/api/live?latitude=1&longitude=2`, {
        headers: bearer(await gateway.issuer.token({ scope })),
        signal: gone.signal,
      });
      gone.abort();
      return status;
    };
    expect(await listen('discoveries:read')).toBe(200);
    expect(await listen('art:read')).toBe(403);
  });
});
