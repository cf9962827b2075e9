import { createHash, randomUUID } from 'node:crypto';
import { partnerClientChanged } from '@sprayhunt/contracts';
import { eventOf } from '@sprayhunt/service-kit/harness';
import { eventually } from '@sprayhunt/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { Browser, signUpForm } from './browser.js';
import { runGateway, type RunningGateway } from './running-gateway.js';

const NEARBY =
  'query ($first: Int!) { discoveriesNearby(latitude: 1, longitude: 2, first: $first) { nodes { id title } } }';
const idOf = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;

let gateway: RunningGateway;
let other: Awaited<ReturnType<RunningGateway['another']>>;
let database: pg.Client;
beforeAll(async () => {
  gateway = await runGateway({ RATE_DOCUMENTS: '4/600' });
  other = await gateway.another();
  database = new pg.Client({ connectionString: gateway.adminUrl });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await other.stop();
  await gateway.stop();
});

async function client(clientId: string = randomUUID()) {
  const claims = { sub: clientId, client_id: clientId, scope: 'discoveries:read' };
  const headers = { authorization: `Bearer ${await gateway.issuer.token(claims)}` };
  const at = (url: string) => {
    const program = new Browser(url, null);
    return {
      register: (query: unknown) => program.post('/api/partner/documents', { query }, headers),
      list: () => program.get('/api/partner/documents', { headers }),
      remove: (id: string) => program.delete(`/api/partner/documents/${id}`, { headers }),
      run: (documentId: string, variables: object = {}) => program.post('/graphql', { documentId, variables }, headers),
      text: (query: string, variables: Record<string, unknown> = {}) => program.graphql(query, variables, headers),
    };
  };
  return { clientId, ...at(gateway.url), two: at(other.url) };
}

describe('a registered document', () => {
  it('runs by its hash at every gateway, for half the points of its text', async () => {
    const { register, run, text, two } = await client();
    const { status, json } = await register(NEARBY);
    expect([status, json]).toEqual([
      201,
      { documentId: idOf(NEARBY), query: NEARBY, registeredAt: expect.any(String) },
    ]);
    const [whole, half, elsewhere] = [
      await text(NEARBY, { first: 10 }),
      await run(idOf(NEARBY), { first: 10 }),
      await two.run(idOf(NEARBY), { first: 10 }),
    ];
    const titles = ({ json: { data } }: typeof whole) =>
      data.discoveriesNearby.nodes.map(({ title }: { title: string }) => title);
    expect([titles(half), titles(elsewhere)]).toEqual([titles(whole), titles(whole)]);
    const { asked, actual } = whole.json.extensions.cost;
    expect(half.json.extensions.cost).toMatchObject({ asked: Math.ceil(asked / 2), actual: Math.ceil(actual / 2) });
  });

  it('is registered once, listed, and removed', async () => {
    const { register, list, remove, run } = await client();
    expect([(await register(NEARBY)).status, (await register(NEARBY)).status]).toEqual([201, 200]);
    expect((await list()).json.documents.map(({ documentId }: { documentId: string }) => documentId)).toEqual([
      idOf(NEARBY),
    ]);
    expect((await remove(idOf(NEARBY))).status).toBe(204);
    expect((await run(idOf(NEARBY), { first: 1 })).json.errors[0].extensions.code).toBe('DOCUMENT_UNKNOWN');
    expect((await remove(idOf(NEARBY))).status).toBe(404);
  });

  it('is its client’s own', async () => {
    const [owner, stranger] = [await client(), await client()];
    await owner.register(NEARBY);
    const { status, json } = await stranger.run(idOf(NEARBY), { first: 1 });
    expect([status, json.errors[0].extensions.code]).toEqual([400, 'DOCUMENT_UNKNOWN']);
    expect((await stranger.remove(idOf(NEARBY))).status).toBe(404);
  });

  it('is no new document, where a client’s texts are limited', async () => {
    const { clientId, register, text, two } = await client();
    const texts = [1, 2, 3, 4].map(
      (n) => `{ discoveriesNearby(latitude: ${n}, longitude: 2, first: 1) { nodes { id } } }`,
    );
    for (const one of texts) expect((await register(one)).status).toBe(201);
    expect((await text('{ discoveriesNearby(latitude: 5, longitude: 2, first: 1) { nodes { id } } }')).status).toBe(
      429,
    );
    await database.query(
      `INSERT INTO gateway.partner_documents (client_id, hash, text) VALUES ($1, decode($2, 'hex'), $3)`,
      [clientId, idOf(NEARBY).slice(7), NEARBY],
    );
    for (const one of [...texts, NEARBY]) expect((await two.run(idOf(one), { first: 1 })).status).toBe(200);
  });

  it.each([
    ['that the schema does not have', '{ nothingNearby { id } }', 'GRAPHQL_VALIDATION_FAILED'],
    ['that is none', 'hello {', 'GRAPHQL_PARSE_FAILED'],
    ['without a text', '', 'REQUIRED'],
    ['that is no text', 7, 'REQUIRED'],
  ])('%s is refused, with the reason', async (_, query, code) => {
    const { status, json } = await (await client()).register(query);
    expect([status, json.code, json.errors[0].field, json.errors[0].code]).toEqual([
      422,
      'VALIDATION_FAILED',
      'query',
      code,
    ]);
  });

  it('is refused where the client has a hundred', async () => {
    const { clientId, register } = await client();
    await database.query(
      `INSERT INTO gateway.partner_documents (client_id, hash, text)
       SELECT $1, sha256(n::text::bytea), 'x' FROM generate_series(1, 100) n`,
      [clientId],
    );
    const { status, json } = await register(NEARBY);
    expect([status, json.code]).toEqual([409, 'LIST_FULL']);
  });

  it('is refused beyond a hundred also where several come at once, at several gateways', async () => {
    const { clientId, register, two } = await client();
    const add = (on: pg.Client, texts: string[]) =>
      on.query(
        `INSERT INTO gateway.partner_documents (client_id, hash, text)
         SELECT $1, sha256(t::bytea), t FROM unnest($2::text[]) t`,
        [clientId, texts],
      );
    await add(
      database,
      Array.from({ length: 99 }, (_, n) => `${n}`),
    );
    const texts = [1, 2].map((n) => `{ discoveriesNearby(latitude: ${n}, longitude: 3, first: 1) { nodes { id } } }`);
    // Uncommitted rows of the same documents stop both calls after they have counted, or where one waits for the other.
    const blocker = new pg.Client({ connectionString: gateway.adminUrl });
    await blocker.connect();
    await blocker.query('BEGIN');
    await add(blocker, texts);
    const calls = Promise.all([register(texts[0]), two.register(texts[1])]);
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await eventually(async () => expect((await database.query(waiting)).rowCount).toBe(2));
    await blocker.query('ROLLBACK');
    await blocker.end();
    expect((await calls).map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('goes with its client', async () => {
    const { clientId, register } = await client();
    await register(NEARBY);
    await gateway.publish(
      eventOf(partnerClientChanged, { clientId, state: 'revoked', ownerId: null, scopes: [], version: 2 }),
    );
    await eventually(async () =>
      expect(
        (await database.query('SELECT FROM gateway.partner_documents WHERE client_id = $1', [clientId])).rowCount,
      ).toBe(0),
    );
  });

  it('is not registered with a token for a player, which every user of a public client has', async () => {
    const token = await gateway.issuer.token({
      sub: randomUUID(),
      client_id: randomUUID(),
      grant_id: randomUUID(),
      scope: 'discoveries:write',
    });
    const { status, json } = await new Browser(gateway.url, null).post(
      '/api/partner/documents',
      { query: NEARBY },
      { authorization: `Bearer ${token}` },
    );
    expect([status, json.code]).toEqual([403, 'FORBIDDEN']);
  });

  it('is for tokens only', async () => {
    const { status, json } = await new Browser(gateway.url).post('/api/partner/documents', { query: NEARBY });
    expect([status, json.code]).toEqual([401, 'UNAUTHENTICATED']);
  });
});

describe('the documents of a client, for the player whose it is', () => {
  const path = (clientId: string, more = '') => `/api/partner-clients/${clientId}/documents${more}`;
  async function owner(...own: string[]): Promise<Browser> {
    gateway.users.root['myPartnerClients'] = () => own.map((id) => ({ id }));
    const browser = new Browser(gateway.url);
    await browser.post('/api/sms-signup', signUpForm());
    return browser;
  }

  it('are listed the newest first, with name, the most that a run costs, and when it ran last', async () => {
    const { clientId, register, run } = await client();
    const named =
      'query Titles($first: Int! = 5) ' +
      '{ discoveriesNearby(latitude: 1, longitude: 2, first: $first) { nodes { title } } }';
    await register(named);
    await register(NEARBY);
    await database.query(
      `INSERT INTO gateway.partner_documents (client_id, hash, text, registered_at)
       VALUES ($1, sha256('old'), '{ goneLongAgo }', '2020-01-01')`,
      [clientId],
    );
    const { json, status } = await (await owner(clientId)).get(path(clientId));
    expect([status, json.next]).toEqual([200, null]);
    expect(json.documents).toEqual([
      {
        documentId: idOf(NEARBY),
        name: null,
        query: NEARBY,
        registeredAt: expect.any(String),
        lastUsedAt: null,
        mostPoints: expect.any(Number),
      },
      {
        documentId: idOf(named),
        name: 'Titles',
        query: named,
        registeredAt: expect.any(String),
        lastUsedAt: null,
        mostPoints: expect.any(Number),
      },
      {
        documentId: expect.stringMatching(/^sha256:/),
        name: null,
        query: '{ goneLongAgo }',
        registeredAt: '2020-01-01T00:00:00.000Z',
        lastUsedAt: null,
        mostPoints: null,
      },
    ]);
    const asked = (await run(idOf(named), { first: 100 })).json.extensions.cost.asked;
    const after = (await (await owner(clientId)).get(path(clientId))).json.documents[1];
    expect(after.mostPoints).toBe(asked);
    expect(Date.now() - Date.parse(after.lastUsedAt)).toBeLessThan(60_000);
  });

  it('come page by page, each once', async () => {
    const { clientId } = await client();
    await database.query(
      `INSERT INTO gateway.partner_documents (client_id, hash, text)
       SELECT $1, sha256(n::text::bytea), '{ colors(first: ' || n || ') { nodes { name } } }'
       FROM generate_series(1, 45) n`,
      [clientId],
    );
    const player = await owner(clientId);
    const seen: string[] = [];
    const sizes: number[] = [];
    for (let cursor = ''; ;) {
      const { json } = await player.get(path(clientId, cursor && `?cursor=${cursor}`));
      seen.push(...json.documents.map(({ documentId }: { documentId: string }) => documentId));
      sizes.push(json.documents.length);
      if (!json.next) break;
      cursor = json.next;
    }
    expect([sizes, new Set(seen).size]).toEqual([[20, 20, 5], 45]);
    for (const wrong of ['?limit=0', '?limit=101', '?limit=x', '?cursor=x', '?cursor=WyJ4IiwieCJd']) {
      const { status, json } = await player.get(path(clientId, wrong));
      expect([wrong, status, json.code]).toEqual([wrong, 422, 'VALIDATION_FAILED']);
    }
  });

  it('are removed by the player, and run no more', async () => {
    const { clientId, register, run } = await client();
    await register(NEARBY);
    const player = await owner(clientId);
    expect((await player.delete(path(clientId, `/${idOf(NEARBY)}`))).status).toBe(204);
    expect((await run(idOf(NEARBY), { first: 1 })).json.errors[0].extensions.code).toBe('DOCUMENT_UNKNOWN');
    expect((await player.delete(path(clientId, `/${idOf(NEARBY)}`))).json.code).toBe('NOT_FOUND');
    expect((await player.get(path(clientId))).json).toEqual({ documents: [], next: null });
  });

  it('are hidden from all others, who cannot remove them', async () => {
    const { clientId, register, list } = await client();
    await register(NEARBY);
    const refusals = async (caller: Browser, headers: Record<string, string> = {}) =>
      Promise.all(
        [caller.get(path(clientId), { headers }), caller.delete(path(clientId, `/${idOf(NEARBY)}`), { headers })].map(
          async (call) => (await call).json.code,
        ),
      );
    expect(await refusals(await owner(randomUUID()))).toEqual(['NOT_FOUND', 'NOT_FOUND']);
    expect(await refusals(new Browser(gateway.url))).toEqual(['UNAUTHENTICATED', 'UNAUTHENTICATED']);
    const token = await gateway.issuer.token({ sub: clientId, client_id: clientId, scope: 'discoveries:read' });
    expect(await refusals(new Browser(gateway.url, null), { authorization: `Bearer ${token}` })).toEqual([
      'FORBIDDEN',
      'FORBIDDEN',
    ]);
    expect((await list()).json.documents).toHaveLength(1);
  });
});
