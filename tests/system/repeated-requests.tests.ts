import { randomUUID } from 'node:crypto';
import type { ServiceName } from '@sprayhunt/contracts';
import { eventually } from '@sprayhunt/service-kit/testing';
import type pg from 'pg';
import { describe, expect, it } from '@jest/globals';
import { uploadPicture, world } from './access/world.js';
import { inDatabase } from './invariants.js';

const SOON = { timeout: 30_000, interval: 200 };
const TIMEOUT = 180_000;
const HOLD = 78;
const HELD = `FROM pg_locks WHERE locktype = 'advisory' AND objid = ${HOLD} AND NOT granted`;

interface Answer {
  status: number;
  /** Of what was made, or of the error. */
  id?: string;
  code?: string;
}

/** A request with a key of its own, which makes one row. */
interface Keyed {
  service: ServiceName;
  table: string;
  send(): Promise<Answer>;
  /** Condition on the row. */
  made: string;
}

async function rest(path: string, body: object, key: string): Promise<Answer> {
  const response = await world.player.send('POST', path, body, { 'idempotency-key': key });
  const { id, orderId, code } = (await response.json()) as { id?: string; orderId?: string; code?: string };
  return { status: response.status, id: id ?? orderId, code };
}

/** As REST would respond. */
async function graphql(query: string, variables: object, key: string): Promise<Answer> {
  const response = await world.player.send('POST', '/graphql', { query, variables }, { 'idempotency-key': key });
  const { data, errors } = (await response.json()) as {
    data?: { made: { id: string } } | null;
    errors?: { extensions: { code: string } }[];
  };
  const code = errors?.[0]?.extensions.code;
  const status = code === undefined ? 201 : code === 'UNAVAILABLE' ? 503 : 409;
  return { status, id: data?.made?.id, code };
}

/** One of each kind of thing that a request makes. */
async function requests(): Promise<Keyed[]> {
  const name = randomUUID().slice(0, 18);
  const work = { title: `Wall ${name}`, latitude: 45.5 + Math.random() / 10, longitude: -73.6 };
  const imageUrl = await uploadPicture(world.player);
  const product = await inDatabase(
    world.stack,
    async (client) =>
      (await client.query<{ id: string }>(`SELECT id FROM commerce.products WHERE slug = 'cap-tote'`)).rows[0]!.id,
  );
  const order = {
    email: `${name}@example.org`,
    address: {
      name: 'Zoe',
      line1: '1 Rue du Mur',
      city: 'Montréal',
      region: 'QC',
      postalCode: 'H2X 1Y4',
      country: 'CA',
    },
    lines: [{ productId: product, quantity: 1 }],
  };
  const client = { name, purpose: 'A map of murals.', website: 'https://walls.example/', scopes: ['walls:read'] };
  const keyed = (
    [service, table]: [ServiceName, string],
    send: (key: string) => Promise<Answer>,
    made: string,
  ): Keyed => {
    const key = randomUUID();
    return { service, table: `${service}.${table}`, send: () => send(key), made };
  };
  return [
    keyed(
      ['users', 'posts'],
      (key) => rest('/api/community/forum', { title: name, content: 'Behind a lock.' }, key),
      `title = '${name}'`,
    ),
    keyed(
      ['users', 'partner_requests'],
      (key) =>
        graphql(
          'mutation ($input: PartnerRequestInput!) { made: requestPartnerClient(input: $input) { id } }',
          { input: client },
          key,
        ),
      `name = '${name}'`,
    ),
    keyed(['discovery', 'discoveries'], (key) => rest('/api/discoveries', work, key), `title = '${work.title}'`),
    keyed(
      ['media', 'art_items'],
      (key) => rest('/api/profile/art', { imageUrl, title: name }, key),
      `title = '${name}'`,
    ),
    keyed(['commerce', 'orders'], (key) => rest('/api/checkout', order, key), `email = '${order.email}'`),
  ];
}

/** Each returns what it made, time and again, and has made it once. */
async function expectMadeOnce(all: readonly Keyed[], client: pg.Client): Promise<void> {
  for (const { table, send, made } of all)
    for (let times = 0; times < 2; times += 1) {
      const { id } = await eventually(async () => {
        const answer = await send();
        expect([table, answer]).toMatchObject([table, { id: expect.any(String) }]);
        return answer;
      }, SOON);
      expect([table, (await client.query(`SELECT id FROM ${table} WHERE ${made}`)).rows]).toEqual([table, [{ id }]]);
    }
}

describe('a request that is repeated under its Idempotency-Key happens once', () => {
  it(
    'although the gateway gave up on the first while the database still ran it',
    () =>
      inDatabase(world.stack, async (client) => {
        const all = await requests();
        await client.query(`BEGIN; LOCK TABLE ${all.map(({ table }) => table).join()}`);
        const first = await Promise.all(all.map(({ send }) => send()));
        expect(first.map(({ status }) => status)).toEqual(all.map(() => 503));
        // Of a player's works, one waits for the other.
        const others = all.filter(({ service }) => service !== 'discovery');
        const second = await Promise.all(others.map(({ send }) => send()));
        expect(second.map(({ code }) => code)).toEqual(others.map(() => 'IDEMPOTENCY_KEY_RUNNING'));
        await client.query('ROLLBACK');
        await expectMadeOnce(all, client);
      }),
    TIMEOUT,
  );

  it(
    'although its service was killed between commit and response',
    () =>
      inDatabase(world.stack, async (client) => {
        // A discovery's request writes nothing after its commit that could be held.
        const all = (await requests()).filter(({ service }) => service !== 'discovery');
        const services = [...new Set(all.map(({ service }) => service))];
        await client.query(`SELECT pg_advisory_lock(${HOLD})`);
        for (const service of services)
          await client.query(`
            CREATE FUNCTION ${service}.hold_outcome() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
              PERFORM pg_advisory_xact_lock(${HOLD});
              RETURN NEW;
            END $$;
            CREATE TRIGGER hold_outcome BEFORE UPDATE ON ${service}.idempotency_keys
              FOR EACH ROW EXECUTE FUNCTION ${service}.hold_outcome()`);
        const first = Promise.all(all.map(({ send }) => send()));
        await eventually(async () => expect((await client.query(`SELECT ${HELD}`)).rowCount).toBe(all.length), SOON);
        for (const service of services) world.stack.service(service).kill('SIGKILL');
        expect((await first).map(({ status }) => status)).toEqual(all.map(() => 503));
        await client.query(`SELECT pg_terminate_backend(pid) ${HELD}`);
        await eventually(async () => expect((await client.query(`SELECT ${HELD}`)).rowCount).toBe(0), SOON);
        for (const service of services)
          await client.query(
            `DROP TRIGGER hold_outcome ON ${service}.idempotency_keys; DROP FUNCTION ${service}.hold_outcome()`,
          );
        await expectMadeOnce(all, client);
      }),
    TIMEOUT,
  );
});
