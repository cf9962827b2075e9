import { randomBytes, randomUUID } from 'node:crypto';
import { webhookPaused } from '@sprayhunt/contracts';
import { Outbox } from '@sprayhunt/service-kit';
import { openMigratedDatabase, type OpenDatabase } from '@sprayhunt/service-kit/harness';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ChangeReads } from '../changes/change-reads.js';
import { DiscoveryReads } from '../discoveries/discovery-reads.js';
import { countChanges } from '../map/count-changes.js';
import { tables } from '../tables.js';
import { WallReads } from '../walls/wall-reads.js';
import { WebhookDeliveries } from './deliver.js';
import { WebhookMessages } from './messages.js';
import type { Message, PostMessage } from './post-message.js';

let database: OpenDatabase;
let deliveries: WebhookDeliveries;
const sql = <T = unknown>(text: string, values: unknown[] = []): Promise<T[]> =>
  database.dataSource.query<T[]>(text, values);

beforeAll(async () => {
  database = await openMigratedDatabase('discovery', tables);
  const messages = new WebhookMessages(new DiscoveryReads(database.pool), new WallReads(database.pool));
  deliveries = new WebhookDeliveries(
    database.dataSource,
    new ChangeReads(database.pool),
    messages,
    new Outbox('discovery'),
  );
});
afterAll(() => database.close());

/** The clock of the test. */
let now: Date;
let endpoint: string;
let isUp: boolean;
let status: number;
let received: { type: string; timestamp: string; data: { id: string; work: { title: string } | null } }[];
let attempts: Message[];

const post: PostMessage = (_url, _secrets, message) => {
  attempts.push(message);
  if (!isUp) return Promise.resolve({ status, durationMs: 3, error: 'STATUS' });
  received.push(JSON.parse(message.body) as (typeof received)[number]);
  return Promise.resolve({ status: 200, durationMs: 3, error: null });
};

beforeEach(async () => {
  await sql(`DELETE FROM partner_clients`);
  await sql(`DELETE FROM discoveries`);
  await logAll();
  await sql(`DELETE FROM changes`);
  [now, isUp, status, received, attempts, endpoint] = [new Date(), true, 503, [], [], await addEndpoint()];
});

async function addEndpoint(kinds = ['work.created', 'work.changed', 'work.removed']): Promise<string> {
  const [client, id] = [randomUUID(), randomUUID()];
  await sql(`INSERT INTO partner_clients VALUES ($1, NULL, '{discoveries:read}', false, 1)`, [client]);
  await sql(
    `INSERT INTO webhook_endpoints (id, client_id, url, kinds, secret, state, position, next_at, created_at)
     VALUES ($1, $2, 'https://partner.example/hook', $3, $4, 'active', coalesce((SELECT max(position) FROM changes), 0),
       $5, now())`,
    [id, client, kinds, randomBytes(32), new Date(0)],
  );
  return id;
}

const logAll = async () => {
  while ((await countChanges(database.dataSource)) > 0);
};

async function addWork(title: string): Promise<string> {
  const id = randomUUID();
  await sql(
    `INSERT INTO discoveries (id, title, latitude, longitude, pin_type, role, is_fresh_art, tokens_awarded)
      VALUES ($1, $2, 1, 2, 'tag', 'artist', false, 0)`,
    [id, title],
  );
  await logAll();
  return id;
}

const sendDue = async (how = post) => {
  for (const due of await deliveries.lease(10, now))
    await deliveries.deliver(due, how, () => now, new AbortController().signal);
};
const pass = (seconds: number) => (now = new Date(now.getTime() + seconds * 1_000));
const stateOf = async () =>
  (
    await sql<{ state: string; nextAt: Date; failingSince: Date | null }>(
      `SELECT state, next_at AS "nextAt", failing_since AS "failingSince" FROM webhook_endpoints WHERE id = $1`,
      [endpoint],
    )
  )[0]!;
const titles = () => received.map(({ type, data }) => `${type} ${data.work?.title ?? ''}`);

describe('webhooks', () => {
  it('bring an endpoint that was down for 48 hours everything, in order', async () => {
    isUp = false;
    const works: string[] = [];
    for (let hour = 0; hour < 48; hour += 1) {
      works.push(await addWork(`Work ${hour}`));
      for (let quarter = 0; quarter < 4; quarter += 1) {
        await sendDue();
        pass(900);
      }
    }
    await sql(`UPDATE discoveries SET title = 'Renamed' WHERE id = $1`, [works[0]]);
    await sql(`DELETE FROM discoveries WHERE id = $1`, [works[1]]);
    await logAll();
    expect(received).toEqual([]);
    expect(await deliveries.waiting(now)).toBe(0);
    // Not at every check, and always the first message: later ones wait for it.
    expect(attempts.length).toBeGreaterThan(10);
    expect(attempts.length).toBeLessThan(40);
    expect(new Set(attempts.map(({ id }) => id)).size).toBe(1);
    expect(await stateOf()).toMatchObject({ state: 'active' });
    isUp = true;
    pass(4 * 3_600);
    expect(await deliveries.waiting(now)).toBe(1);
    await sendDue();
    expect(await deliveries.waiting(now)).toBe(0);
    expect(received.map(({ data }) => data.id)).toEqual([...works, works[0], works[1]]);
    expect(titles()).toEqual([
      ...works.map((_, index) => `work.created ${['Renamed', ''][index] ?? `Work ${index}`}`),
      'work.changed Renamed',
      'work.removed ',
    ]);
    expect(await stateOf()).toMatchObject({ state: 'active', failingSince: null });
    await sendDue();
    expect(received).toHaveLength(50);
  });

  it('are paused after 72 hours of failures, and their owner is notified', async () => {
    isUp = false;
    await addWork('Ibis');
    const began = now;
    while ((await stateOf()).state === 'active') {
      await sendDue();
      now = new Date(Math.max(now.getTime() + 1, (await stateOf()).nextAt.getTime()));
    }
    expect(now.getTime() - began.getTime()).toBeGreaterThanOrEqual(72 * 3_600_000);
    expect(now.getTime() - began.getTime()).toBeLessThan(73 * 3_600_000);
    const told = await sql<{ data: object }>(`SELECT event -> 'data' AS data FROM outbox WHERE subject = $1`, [
      webhookPaused.subject,
    ]);
    expect(told).toEqual([
      {
        data: expect.objectContaining({
          endpointId: endpoint,
          host: 'partner.example',
          failingSince: began.toISOString(),
        }),
      },
    ]);
    pass(1_000_000);
    const before = attempts.length;
    await sendDue();
    expect(attempts).toHaveLength(before);
  });

  it('stop at once if the endpoint responds that it is gone', async () => {
    [isUp, status] = [false, 410];
    await addWork('Ibis');
    await sendDue();
    expect(await stateOf()).toMatchObject({ state: 'paused' });
  });

  it('are sent by one process at a time, and by another if that one died', async () => {
    await addWork('Ibis');
    const [mine] = await deliveries.lease(10, now);
    expect(await deliveries.lease(10, now)).toEqual([]);
    expect(mine).toMatchObject({ id: endpoint, isDue: true });
    expect(await deliveries.waiting(now)).toBe(0);
    pass(121);
    expect(await deliveries.waiting(now)).toBe(1);
    await sendDue();
    expect(titles()).toEqual(['work.created Ibis']);
  });

  it('go on from where they were replayed to during a delivery', async () => {
    await addWork('One');
    await sendDue();
    await addWork('Two');
    let isFirst = true;
    await sendDue(async (...call) => {
      if (isFirst) await sql(`UPDATE webhook_endpoints SET position = 0 WHERE id = $1`, [endpoint]);
      isFirst = false;
      return post(...call);
    });
    await sendDue();
    expect(titles()).toEqual(['work.created One', 'work.created Two', 'work.created One', 'work.created Two']);
  });

  it('are sent once more out of order, also to a paused endpoint, without moving its position, and not for kinds that it no longer selects', async () => {
    await addWork('One');
    await addWork('Two');
    await sendDue();
    const positions = (await sql<{ position: string }>(`SELECT position FROM changes ORDER BY position`)).map(
      ({ position }) => position,
    );
    const before = await sql(`SELECT position FROM webhook_endpoints WHERE id = $1`, [endpoint]);
    await sql(`UPDATE webhook_endpoints SET state = 'paused', resending = $2 WHERE id = $1`, [
      endpoint,
      [positions[0]],
    ]);
    isUp = false;
    await sendDue();
    expect(attempts).toHaveLength(3);
    await sendDue();
    expect(attempts).toHaveLength(3);
    isUp = true;
    await sql(`UPDATE webhook_endpoints SET resending = $2 WHERE id = $1`, [endpoint, [positions[1], 999_999_999]]);
    await sendDue();
    expect(titles()).toEqual(['work.created One', 'work.created Two', 'work.created Two']);
    await sql(`UPDATE webhook_endpoints SET kinds = '{work.removed}', resending = $2 WHERE id = $1`, [
      endpoint,
      [positions[0]],
    ]);
    await sendDue();
    expect(received).toHaveLength(3);
    expect(await sql(`SELECT position, resending, state FROM webhook_endpoints WHERE id = $1`, [endpoint])).toEqual([
      { ...(before[0] as object), resending: [], state: 'paused' },
    ]);
    expect(
      (
        await sql<{ attempt: number }>(`SELECT attempt FROM webhook_deliveries WHERE endpoint_id = $1 ORDER BY id`, [
          endpoint,
        ])
      ).map(({ attempt }) => attempt),
    ).toEqual([1, 1, 2, 2]);
  });

  it('pass over what an endpoint does not want, and log every attempt', async () => {
    await sql(`UPDATE webhook_endpoints SET kinds = '{work.removed}', is_testing = true WHERE id = $1`, [endpoint]);
    const work = await addWork('Ibis');
    await sendDue();
    await sql(`DELETE FROM discoveries WHERE id = $1`, [work]);
    await logAll();
    await sendDue();
    expect(received.map(({ type, data }) => [type, data.id])).toEqual([
      ['ping', undefined],
      ['work.removed', work],
    ]);
    expect(
      await sql(`SELECT kind, attempt, status, error FROM webhook_deliveries WHERE endpoint_id = $1 ORDER BY id`, [
        endpoint,
      ]),
    ).toEqual([
      { kind: 'ping', attempt: 1, status: 200, error: null },
      { kind: 'work.removed', attempt: 1, status: 200, error: null },
    ]);
  });
});
