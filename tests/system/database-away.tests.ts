import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { eventually } from '@sprayhunt/service-kit/testing';
import { describe, expect, it } from '@jest/globals';
import { accessMatrix } from '@sprayhunt/workspace';
import { documentOf, requestOf, variablesOf } from './access/calls.js';
import { askToken, link, world } from './access/world.js';
import { inDatabase } from './invariants.js';
import { Player } from './player.js';

/** A guest's network address; the gateway is configured to trust it. */
const ADDRESS = '203.0.113.77';
const FROM = { 'x-forwarded-for': ADDRESS };
/**
 * Milliseconds in which every call returns, also while the database is frozen and hundreds of calls wait for it
 * together.
 */
const RESPONSE_WITHIN_MS = 40_000;

let calls: Call[];
/** Whatever a log line must not hold. */
const secrets = new Set<string>([ADDRESS]);

export async function prepareCalls(): Promise<void> {
  calls = await everyCall();
}

interface Call {
  name: string;
  isGraphql: boolean;
  send(caller: Player): Promise<Response>;
}

/** Every operation and every call with input that is right, prepared while the database is there. */
async function everyCall(): Promise<Call[]> {
  const { player } = world;
  const prepared: Call[] = [];
  const { operations, calls: described, otherRoutes } = accessMatrix();
  for (const operation of operations) {
    const values = await variablesOf(operation, world, player, 'player');
    prepared.push({
      name: operation.name,
      isGraphql: true,
      send: (caller) => send(caller, 'POST', '/graphql', { query: documentOf(operation, values), variables: values }),
    });
  }
  const routes = [
    ...described,
    ...otherRoutes.filter(
      ({ name }) =>
        !['POST /graphql', 'GET /oidc/auth', 'POST /oidc/token', 'POST /oidc/token/revocation'].includes(name),
    ),
  ];
  for (const call of routes) {
    const { name, method } = call;
    const operation = operations.find((each) => each.name === call.operation);
    const { path: called, body, type, headers } = await requestOf(call, operation, world, player, 'player');
    prepared.push({
      name,
      isGraphql: false,
      send: (caller) => send(caller, method, called, body, { ...(type && { 'content-type': type }), ...headers }),
    });
  }
  const { uploadURL } = (await (await player.send('POST', '/api/objects/upload')).json()) as { uploadURL: string };
  const upload = new URL(uploadURL);
  const signIn = {
    client_id: 'sprayhunt-web',
    response_type: 'code',
    scope: 'openid',
    state: 's',
    redirect_uri: `${world.stack.url}/api/login/callback`,
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  };
  const { clientId, clientSecret } = world.partner;
  const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
  const typed = { 'content-type': 'application/x-www-form-urlencoded' };
  const one = (name: string, send: Call['send']) => prepared.push({ name, isGraphql: false, send });
  one('an upload that may be sent', (caller) =>
    send(caller, 'PUT', upload.pathname + upload.search, 'x'.repeat(100), { 'content-type': 'image/png' }),
  );
  one('GET /oidc/auth', (caller) => send(caller, 'GET', `/oidc/auth?${form(signIn)}`));
  one('POST /oidc/token', (caller) =>
    send(
      caller,
      'POST',
      '/oidc/token',
      form({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }),
      typed,
    ),
  );
  one('POST /oidc/token/revocation', (caller) =>
    send(
      caller,
      'POST',
      '/oidc/token/revocation',
      form({ token: 'x'.repeat(43), client_id: clientId, client_secret: clientSecret }),
      typed,
    ),
  );
  one('POST /oidc/token with a code', (caller) =>
    send(
      caller,
      'POST',
      '/oidc/token',
      form({
        grant_type: 'authorization_code',
        code: 'x'.repeat(43),
        redirect_uri: signIn.redirect_uri,
        client_id: clientId,
        client_secret: clientSecret,
      }),
      typed,
    ),
  );
  secrets.add(upload.searchParams.get('token')!).add(clientSecret);
  return prepared;
}

const send = (caller: Player, method: string, called: string, body?: unknown, headers: Record<string, string> = {}) =>
  caller.send(method, called, body, { ...FROM, ...headers }, RESPONSE_WITHIN_MS);

/** What is wrong with a response while the database is down; undefined for a 503 with its code and Retry-After. */
async function objection({ isGraphql }: Call, response: Response): Promise<string | undefined> {
  const type = response.headers.get('content-type') ?? '';
  // The live feed of a guest needs no database, and has no end.
  if (type.startsWith('text/event-stream')) {
    await response.body?.cancel();
    return `${response.status} ${type}`;
  }
  const text = await response.text();
  const said = `${response.status} ${type} ${text.slice(0, 200)}`;
  // A response to HEAD has no body.
  if (!type.includes('json') || text === '') return said;
  const body = JSON.parse(text) as { code?: string; errors?: { extensions: { code: string; retryAfter?: number } }[] };
  const isLate = Number(response.headers.get('retry-after')) >= 1;
  if (response.status === 503)
    return isLate && (isGraphql ? body.errors![0]!.extensions.code : body.code) === 'UNAVAILABLE' ? undefined : said;
  // A subgraph's refusal is within the GraphQL response.
  const { code, retryAfter } = body.errors?.[0]?.extensions ?? {};
  return isGraphql && code === 'UNAVAILABLE' && retryAfter! >= 1 ? undefined : said;
}

/** Calls that need no database. */
const NEED_NONE = new Set([
  ...[
    'GET /objects/{id}',
    'GET /d/{id}',
    'GET /openapi.json',
    'GET /schema.graphql',
    'GET /api/changelog',
    'GET /api/docs',
    'GET /oidc/jwks',
    'GET /api/no-such-call',
    'GET /api/login/callback',
  ],
  // The signature of their address, or of what they bring, is wrong.
  ...['PUT', 'POST', 'HEAD', 'PATCH', 'DELETE'].map((method) => `${method} /api/uploads/{id}`),
  'POST /api/webhooks/stripe',
  'POST /api/page-reports',
  // For tokens only: a player is refused first.
  ...['GET /api/partner/documents', 'POST /api/partner/documents', 'DELETE /api/partner/documents/{documentId}'],
  ...[
    'Mutation.signInByIdToken',
    'Mutation.stopDigest',
    'Mutation.addPushSubscription',
    'POST /api/unsubscribe/{token}',
  ],
  // For the two seconds for which a session is cached; artists, colours and the settings of payments are of their
  // service's own process, and who has no role needs no more than that.
  ...['Query.artists', 'Query.artist', 'Query.colors', 'Query.paymentSettings', 'GET /api/artists', 'GET /api/colors'],
  ...[
    'Query.moderationQueue',
    'Query.moderationAppeals',
    'Query.moderationCase',
    'Query.moderationLog',
    'Query.moderationCounts',
    'Mutation.claimCase',
    'Mutation.decideCase',
    'Mutation.decideAppeal',
  ],
  ...['Mutation.createLiveEvent', 'Mutation.changeLiveEvent', 'Mutation.cancelLiveEvent'],
  ...['Query.partnerRequests', 'Mutation.decidePartnerRequest'],
  ...['Query.shopOrders', 'Mutation.markShipped', 'Mutation.refundOrder'],
  ...['GET /api/live', 'Mutation.addPasskey', 'POST /api/profile/passkeys'],
]);

describe.each([
  ['drops its connections and refuses new ones', () => link.cut()],
  ['is frozen', () => link.hold()],
])('while the database %s', (_, fault) => {
  it('every call of a player is 503 with Retry-After within the time limit, and none of a guest or a partner is any other fault', async () => {
    fault();
    const sentBy = (caller: () => Player) =>
      Promise.all(calls.map(async (call) => [call.name, await objection(call, await call.send(caller()))] as const));
    // Also where a call fails: the tests that follow need the database.
    const [said, guests] = await Promise.all([
      sentBy(() => world.player),
      sentBy(() => Player.guest(world.stack.url)),
    ]).finally(() => link.restore());
    expect(said.filter(([name, words]) => words && !NEED_NONE.has(name))).toEqual([]);
    expect(said.filter(([, words]) => !words).length).toBeGreaterThan(80);
    expect(guests.filter(([, words]) => words !== undefined && /^5/.test(words))).toEqual([]);
  });

  it('is over when it is over', async () => {
    await eventually(async () => expect((await world.player.send('GET', '/api/auth/user')).status).toBe(200), {
      timeout: 30_000,
    });
    await eventually(async () => expect((await fetch(`${world.stack.url}/readyz`)).status).toBe(200), {
      timeout: 30_000,
    });
  });
});

describe('the logs of all that', () => {
  const logs = () => {
    const folder = path.join(world.folder, 'logs');
    return readdirSync(folder).map((name) => ({
      name,
      lines: readFileSync(path.join(folder, name), 'utf8').split('\n'),
    }));
  };

  /** Has every INSERT into a table fail while something is done. */
  async function failing<T>(table: string, work: () => Promise<T>): Promise<T> {
    const run = (sql: string) => inDatabase(world.stack, (client) => client.query(sql));
    const [schema] = table.split('.');
    await run(`CREATE FUNCTION ${schema}.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION
      'not now'; END $$;
      CREATE TRIGGER refuse BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION ${schema}.refuse();`);
    try {
      return await work();
    } finally {
      await run(`DROP TRIGGER refuse ON ${table}; DROP FUNCTION ${schema}.refuse()`);
    }
  }

  it('find a fault by its id, and contain no personal data and no user text', async () => {
    const { player, another, pending, stack } = world;
    const form = {
      firstName: 'Wilhelmina',
      lastName: 'Featherstonehaugh',
      email: `${randomUUID()}@example.org`,
      phone: '+15145559876',
      username: `crocodile${randomUUID().slice(0, 8)}`,
      dateOfBirth: '1990-02-03',
      bio: 'I like herons.',
      city: 'Saskatoon',
    };
    const work = {
      title: 'A heron that no one saw',
      description: 'Behind the old mill',
      artist_name: 'Mysterious Painter',
      latitude: 45.512345,
      longitude: -73.612345,
    };
    const idOf = async (response: Response) => {
      expect(response.status).toBe(500);
      return ((await response.json()) as { id: string }).id;
    };
    const guest = Player.guest(stack.url);
    const ids = [
      await failing('users.messages', async () => idOf(await guest.send('POST', '/api/sms-signup', form, FROM))),
      await failing('users.messages', async () =>
        idOf(await guest.send('POST', '/api/login/code', { contact: another.phone }, FROM)),
      ),
      await failing('discovery.discoveries', async () =>
        idOf(await player.send('POST', '/api/discoveries', work, FROM)),
      ),
      await failing('discovery.outbox', async () => idOf(await player.send('POST', '/api/discoveries', work, FROM))),
    ];
    // What is refused, and what meets a unique index.
    await guest.send('POST', '/api/sms-signup', { ...form, username: another.username }, FROM);
    await Promise.all(
      [1, 2, 3].map(() =>
        Player.guest(stack.url).send(
          'POST',
          '/api/sms-signup',
          { ...form, email: `${randomUUID()}@example.org` },
          FROM,
        ),
      ),
    );
    await guest.send('POST', '/api/login/verify', { contact: another.phone, code: '424242' }, FROM);
    await guest.send('GET', `/api/players/${encodeURIComponent('Featherstonehaugh\u0000')}`, undefined, FROM);
    await guest.send('POST', '/api/login/code', '{"contact": "Featherstonehaugh', FROM);
    await guest.send('POST', '/graphql', { query: '{ player(username: "Featherstonehaugh") { nothing } }' }, FROM);
    await guest.send(
      'POST',
      '/graphql',
      {
        query: 'query ($x: Int!) { myDiscoveries(first: $x) { nodes { id } } }',
        variables: { x: 'Featherstonehaugh' },
      },
      FROM,
    );
    const { access_token: token } = await askToken(stack, world.partner, 'walls:read');

    for (const secret of [
      ...Object.values(form),
      work.title,
      work.description,
      work.artist_name,
      '45.512345',
      token!,
      '424242',
    ])
      secrets.add(secret);
    for (const { username, phone } of [player, another, pending]) secrets.add(username).add(phone);
    for (const { secrets: cookies } of [player, another, pending, guest])
      for (const cookie of cookies) secrets.add(cookie);
    const { rows } = await inDatabase(stack, (client) =>
      client.query<{ recipient: string; code: string | null }>('SELECT recipient, code FROM users.messages'),
    );
    for (const { recipient, code } of rows) for (const secret of [recipient, code ?? recipient]) secrets.add(secret);

    const all = logs();
    const text = all.flatMap(({ lines }) => lines).join('\n');
    // As a whole word: many longer numbers contain six digits.
    const found = [...secrets].flatMap((secret) => {
      const word = new RegExp(`(?<![\\w.-])${secret.replace(/\W/g, '\\$&')}(?!\\w)`);
      return all.flatMap(({ name, lines }) =>
        lines
          .filter((line) => line.includes(secret) && word.test(line))
          .map((line) => `${secret} in ${name}: ${line.slice(0, 2_000)}`),
      );
    });
    expect(found).toEqual([]);
    expect(secrets.size).toBeGreaterThan(30);
    for (const id of ids) expect(text).toContain(id);
    expect(text).toContain('The database did not respond');
  });
});
