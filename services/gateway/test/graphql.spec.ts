import { Supergraph } from '@apollo/federation-internals';
import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Apollo } from '../src/graphql/apollo.js';
import { readPageDocuments } from '../src/graphql/prepared-documents.js';
import { Browser, signUpForm } from './browser.js';
import { runGateway, type RunningGateway } from './running-gateway.js';
import { CODE } from './stub-responses.js';
import { refusal } from './stub-subgraph.js';

let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await runGateway();
});
afterAll(() => gateway.stop());

const client = () => new Browser(gateway.url);
const nearby = (first: string | number, fields = 'nodes { id }') =>
  `{ discoveriesNearby(latitude: 1, longitude: 2, first: ${first}) { ${fields} } }`;

describe('GraphQL', () => {
  it('returns in camelCase, to guests as well [REST-08]', async () => {
    const { status, json } = await client().graphql(
      nearby(2, 'nodes { id artistName userRole createdAt } pageInfo { hasNextPage endCursor }'),
    );
    expect(status).toBe(200);
    expect(json.errors).toBeUndefined();
    expect(json.data.discoveriesNearby.nodes).toHaveLength(2);
    expect(json.data.discoveriesNearby.nodes[0]).toMatchObject({ artistName: 'Someone', userRole: 'photographer' });
  });

  it('returns one operation of several services', async () => {
    const { json } = await client().graphql(
      `query($n: Int!) {
        discoveriesNearby(latitude: 1, longitude: 2, first: $n) { nodes { id } } me { id } __typename
      }`,
      { n: 1 },
    );
    expect(json).toEqual({
      data: { discoveriesNearby: { nodes: [{ id: expect.any(String) }] }, me: null, __typename: 'Query' },
    });
  });

  it('opens and rotates sessions, on either way through the gateway', async () => {
    const browser = client();
    const { avatarUrl: _, interests: __, ...form } = signUpForm();
    const signedUp = await browser.graphql('mutation($input: SignUpInput!) { signUp(input: $input) { status } }', {
      input: form,
    });
    expect(signedUp.json).toEqual({ data: { signUp: { status: 'pending' } } });
    const pending = browser.cookie;
    // The root's __typename is work of the gateway's own, so this one is not passed through.
    const verified = await browser.graphql('mutation($code: String!) { verifyContact(code: $code) __typename }', {
      code: CODE,
    });
    expect(verified.json).toEqual({ data: { verifyContact: true, __typename: 'Mutation' } });
    expect(browser.cookie).not.toBe(pending);
    expect((await browser.graphql('{ me { status } }')).json.data.me.status).toBe('verified');
  });

  it('gives a guest who asks for an upload or a code a session', async () => {
    const browser = client();
    await browser.graphql('mutation { requestUpload { uploadURL } }');
    expect(browser.cookie).toMatch(/^sprayhunt=/);
  });

  it('keeps codes, fields and sentences of refusals, and masks everything else', async () => {
    const before = gateway.discovery.root['discovery']!;
    const queries = ['{ discovery(id: "1") { id } }', '{ discovery(id: "1") { id } __typename }'];
    gateway.discovery.root['discovery'] = () => {
      throw refusal('VALIDATION_FAILED', 'No.', {
        fields: [{ field: 'id', code: 'X', detail: 'No.' }],
        stack: 'secret',
      });
    };
    for (const query of queries) {
      const { status, json } = await client().graphql(query);
      expect(status).toBe(200);
      expect(json.errors).toEqual([
        {
          message: 'No.',
          path: ['discovery'],
          extensions: { code: 'VALIDATION_FAILED', fields: [{ field: 'id', code: 'X', detail: 'No.' }] },
        },
      ]);
    }
    gateway.discovery.root['discovery'] = () => {
      throw new Error('password=hunter2');
    };
    for (const query of queries) {
      const { text, json } = await client().graphql(query);
      expect(text).not.toContain('hunter2');
      expect(json.errors[0].extensions).toEqual({ code: 'INTERNAL', id: expect.any(String) });
    }
    gateway.discovery.root['discovery'] = before;
  });

  it('returns a code for a service that is down, on either path', async () => {
    const before = gateway.discovery.root['discovery']!;
    gateway.discovery.root['discovery'] = (_: never, { reply }: { reply: { raw: { destroy(): void } } }) =>
      reply.raw.destroy();
    const direct = await client().graphql('{ discovery(id: "1") { id } }');
    const full = await client().graphql('{ discovery(id: "1") { id } __typename }');
    gateway.discovery.root['discovery'] = before;
    for (const { json } of [direct, full])
      expect(json.errors[0].extensions).toEqual({ code: 'UNAVAILABLE', retryAfter: 1 });
    expect(direct.headers.get('retry-after')).toBe('1');
  });
});

describe('GraphQL refuses', () => {
  const levels = `${'{ nodes '.repeat(40)}{ id }${' }'.repeat(40)}`;
  const deep = `{ discoveriesNearby(latitude: 1, longitude: 2, first: 1) ${levels} }`;
  const aliased = `{ ${Array.from({ length: 1_000 }, (_, at) => `a${at}: me { id }`).join(' ')} }`;
  const page = `discoveriesNearby(latitude: 1, longitude: 2, first: 100) {
    nodes { id title latitude longitude likes liked createdAt year source }
  }`;
  const wide = `{ ${Array.from({ length: 29 }, (_, at) => `a${at}: ${page}`).join(' ')} }`;
  const spreads = Array.from({ length: 30 }, (_, at) => `a${at}: me { ...F }`).join(' ');
  const fields = Array.from({ length: 60 }, (_, at) => `f${at}`).join(' ');

  it.each([
    ['a syntax error', '{ me {', 'GRAPHQL_PARSE_FAILED'],
    ['an unknown field', '{ me { password } }', 'GRAPHQL_VALIDATION_FAILED'],
    ['40 levels', deep, 'DEPTH_LIMIT'],
    ['1,000 aliases', aliased, 'TOKEN_LIMIT'],
    ['100 aliases', `{ ${Array.from({ length: 100 }, (_, at) => `a${at}: __typename`).join(' ')} }`, 'ALIAS_LIMIT'],
    ['many directives', `{ me { id ${'@include(if: true) '.repeat(30)} } }`, 'DIRECTIVE_LIMIT'],
    ['very many values', wide, 'COST_LIMIT'],
    ['one field very often', `{ me { ${'id '.repeat(1_900)} } }`, 'REPEAT_LIMIT'],
    ['one list very often', `{ ${'me { id } '.repeat(21)} }`, 'REPEAT_LIMIT'],
    ['one field very often where its places are merged', `{ ${'me { id id } '.repeat(11)} }`, 'REPEAT_LIMIT'],
    [
      'very many fragments',
      `{ me { id } } ${Array.from({ length: 51 }, (_, at) => `fragment F${at} on Me { id }`).join(' ')}`,
      'FRAGMENT_LIMIT',
    ],
    ['a fragment in itself', '{ me { ...F } } fragment F on Me { ...F }', 'SELECTION_LIMIT'],
    ['very many fields in few fragments', `{ ${spreads} } fragment F on Me { ${fields} }`, 'SELECTION_LIMIT'],
    [
      'a number that no program can hold',
      '{ discoveriesNearby(latitude: 1e400, longitude: 2, first: 1) { nodes { id } } }',
      'BAD_USER_INPUT',
    ],
    [
      'such a number in an input',
      'mutation { createDiscovery(input: { latitude: 1, longitude: -1e400 }) { id } }',
      'BAD_USER_INPUT',
    ],
    [
      'a list without an end',
      '{ discoveriesNearby(latitude: 1, longitude: 2) { nodes { id } } }',
      'GRAPHQL_VALIDATION_FAILED',
    ],
    ['first: 0', nearby(0), 'LIST_LIMIT'],
    ['first: -1', nearby(-1), 'LIST_LIMIT'],
    ['first: 101', nearby(101), 'LIST_LIMIT'],
    ['first: null', nearby('null'), 'GRAPHQL_VALIDATION_FAILED'],
    [
      'a list in a fragment',
      `{ ...F } fragment F on Query { myDiscoveries(first: 500) { nodes { id } } }`,
      'LIST_LIMIT',
    ],
    ['two operations without a name', 'query A { me { id } } query B { me { id } }', 'OPERATION_NOT_FOUND'],
  ])('%s', async (_, query, code) => {
    const { status, json } = await client().graphql(query);
    expect([status, json.errors[0].extensions.code]).toEqual([400, code]);
    expect(json.data).toBeUndefined();
  });

  it('a variable list bound outside of 1 to 100, and a missing or wrong variable', async () => {
    const query = 'query($n: Int!) { myDiscoveries(first: $n) { nodes { id } } }';
    const codes = [];
    for (const variables of [{ n: 101 }, { n: 0 }, {}, { n: 'ten' }, { n: 1.5 }])
      codes.push((await client().graphql(query, variables)).json.errors[0].extensions.code);
    expect(codes).toEqual(['LIST_LIMIT', 'LIST_LIMIT', 'BAD_USER_INPUT', 'BAD_USER_INPUT', 'BAD_USER_INPUT']);
  });

  it('nested fragments that multiply, without working through them', async () => {
    const fragments = Array.from(
      { length: 12 },
      (_, at) => `fragment F${at} on Me { ${`...F${at + 1} `.repeat(40)} }`,
    ).join('\n');
    const { status, json } = await client().graphql(`{ me { ...F0 } } ${fragments} fragment F12 on Me { id }`);
    expect([status, json.errors[0].extensions.code]).toEqual([400, 'REPEAT_LIMIT']);
  });

  it('batches, GET, other types, too large bodies and what is no request', async () => {
    const post = (body: unknown, headers: Record<string, string> = {}) => client().post('/graphql', body, headers);
    const responses = [
      await post([{ query: '{ me { id } }' }, { query: '{ me { id } }' }]),
      await client().get('/graphql?query={me{id}}'),
      await post('query=1', { 'content-type': 'application/x-www-form-urlencoded' }),
      await post({ query: `{ me { id } } #${'x'.repeat(70_000)}` }),
      await post({ query: 5 }),
      await post('{'),
    ];
    expect(responses.map(({ status, json }) => `${status} ${json.errors[0].extensions.code}`)).toEqual([
      '400 BATCH_REFUSED',
      '405 METHOD_NOT_ALLOWED',
      '415 UNSUPPORTED_MEDIA_TYPE',
      '413 PAYLOAD_TOO_LARGE',
      '400 MALFORMED',
      '400 MALFORMED',
    ]);
  });
});

describe('GraphQL in production', () => {
  const introspection = getIntrospectionQuery();
  let production: RunningGateway;
  beforeAll(async () => {
    production = await runGateway({ MODE: 'production', TRUST_PROXY: 'none', PUBLIC_URL: 'https://play.example' });
  });
  afterAll(() => production.stop());
  const browser = () => new Browser(production.url, 'https://play.example');
  const codeOf = ({ status, json }: Awaited<ReturnType<Browser['graphql']>>) => [
    status,
    json.errors[0].extensions.code,
  ];

  it.each([
    ['the planner', '{ discovery(id: "1") { id } }'],
    ["Apollo's gateway", '{ discovery(id: "1") { id } me { id } }'],
  ])("does not load %s for a partner's first document, while players wait", async (_, query) => {
    const headers = { authorization: `Bearer ${await production.issuer.token()}` };
    const loads = [jest.spyOn(Supergraph, 'build'), jest.spyOn(Apollo, 'start')];
    const { status } = await new Browser(production.url, null).graphql(query, {}, headers);
    expect(status).toBe(200);
    for (const load of loads) expect(load).not.toHaveBeenCalled();
    jest.restoreAllMocks();
  });

  it('runs documents of partners and of our own page alone', async () => {
    const visitor = browser();
    expect(codeOf(await visitor.graphql('{ me { id } }'))).toEqual([400, 'DOCUMENT_NOT_TRUSTED']);
    expect(codeOf(await visitor.graphql(introspection))).toEqual([400, 'DOCUMENT_NOT_TRUSTED']);
    await visitor.post('/api/sms-signup', signUpForm());
    expect(codeOf(await visitor.graphql('{ me { id } }'))).toEqual([400, 'DOCUMENT_NOT_TRUSTED']);
    const program = new Browser(production.url, null);
    const response = await program.graphql(
      '{ discovery(id: "1") { id } }',
      {},
      { authorization: `Bearer ${await production.issuer.token()}` },
    );
    expect([response.status, response.json.errors]).toEqual([200, undefined]);
  });

  it('suggests no names to those who guess', async () => {
    const headers = { authorization: `Bearer ${await production.issuer.token()}` };
    const guesses: [string, Record<string, unknown>][] = [
      ['{ discoveryy(id: "1") { id } }', {}],
      ['{ discoveriesNearby(latitud: 1) { nodes { id } } }', {}],
      ['query($input: CreateDiscoveryInpu!) { me { id } }', {}],
      ['mutation { createDiscovery(input: { latitude: 1, longitude: 2, pinType: TAGG, titel: "x" }) { id } }', {}],
      [
        'mutation($input: CreateDiscoveryInput!) { createDiscovery(input: $input) { id } }',
        { input: { latitude: 1, longitude: 2, pinType: 'TAGG', titel: 'x' } },
      ],
    ];
    for (const [query, variables] of guesses) {
      const responses = [
        await client().graphql(query, variables),
        await new Browser(production.url, null).graphql(query, variables, headers),
      ];
      expect([query, ...responses.map(({ status, text }) => [status, text.includes('Did you mean')])]).toEqual([
        query,
        [400, true],
        [400, false],
      ]);
    }
  });
});

describe('documents of our own page', () => {
  const hashOf = (name: string) =>
    [...readPageDocuments()].find(([, text]) => new RegExp(`(query|mutation) ${name}\\b`).test(text))![0];
  const run = (name: string, variables: Record<string, unknown> = {}) =>
    client().post('/graphql', { documentId: hashOf(name), variables });

  it('run by their hash', async () => {
    const { status, json } = await run('UsernameSuggestions', { like: 'zoe' });
    expect([status, json]).toEqual([200, { data: { usernameSuggestions: expect.any(Array) } }]);
  });

  it('keep their rules: variables, rights, limits', async () => {
    expect((await run('UsernameSuggestions')).json.errors[0].extensions.code).toBe('BAD_USER_INPUT');
    expect((await run('PlayerPage', { username: 'zoe', works: 101 })).json.errors[0].extensions.code).toBe(
      'LIST_LIMIT',
    );
    const limited = await runGateway({ RATE_DOCUMENTS: '1/600', RATE_READS: '3/600' });
    const statuses = [];
    for (let call = 0; call < 4; call += 1)
      statuses.push(
        (
          await new Browser(limited.url).post('/graphql', {
            documentId: hashOf('UsernameSuggestions'),
            variables: { like: 'zoe' },
          })
        ).status,
      );
    await limited.stop();
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  it('that neither this release nor the one before has are refused, and so is a hash with a text', async () => {
    const unknown = await client().post('/graphql', { documentId: `sha256:${'0'.repeat(64)}` });
    expect([unknown.status, unknown.json.errors[0].extensions.code]).toEqual([400, 'DOCUMENT_UNKNOWN']);
    for (const body of [{ documentId: hashOf('PlayerPage'), query: '{ me { id } }' }, { documentId: 1 }, {}])
      expect((await client().post('/graphql', body)).json.errors[0].extensions.code).toBe('MALFORMED');
  });

  it('a player and their gallery come together, and each comes without the other', async () => {
    const page = await run('PlayerPage', { username: 'zoe', works: 10 });
    expect(page.json).toMatchObject({ data: { player: { username: expect.any(String), art: { nodes: [{}, {}] } } } });
    const art = gateway.media.root['_entities']!;
    gateway.media.root['_entities'] = () => {
      throw refusal('UNAVAILABLE', 'Back soon.', { retryAfter: 1 });
    };
    const without = await run('PlayerPage', { username: 'zoe', works: 10 });
    gateway.media.root['_entities'] = art;
    expect(without.json).toMatchObject({
      data: { player: { username: expect.any(String), art: null } },
      errors: [{ extensions: { code: 'UNAVAILABLE' } }],
    });
  });
});

describe('GraphQL documents that are new', () => {
  const document = (at: number) => `{ me { id } } # ${at}`;

  it('have a limit of their own, which known ones do not touch', async () => {
    const limited = await runGateway({ RATE_DOCUMENTS: '3/600' });
    const status = async (query: string) => (await new Browser(limited.url).graphql(query)).status;
    const [first, second, third, ...others] = [1, 2, 3, 4, 5].map(document);
    for (const query of [first, second, third, first, first, second]) expect(await status(query!)).toBe(200);
    for (const query of others) expect(await status(query)).toBe(429);
    expect(await status(first!)).toBe(200);
    await limited.stop();
  });

  it('take a part of the time and no more, and leave the rest to known ones', async () => {
    const limited = await runGateway({ PLANNING_SHARE: '0.00000001' });
    const browser = new Browser(limited.url);
    expect((await browser.graphql(document(1))).status).toBe(200);
    const refused = await browser.graphql(document(2));
    expect([refused.status, refused.json.errors[0].extensions.code]).toEqual([503, 'UNAVAILABLE']);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(10);
    expect((await browser.graphql(document(1))).status).toBe(200);
    expect((await browser.get('/api/discoveries/nearby?latitude=1&longitude=2')).status).toBe(200);
    await limited.stop();
  });
});
