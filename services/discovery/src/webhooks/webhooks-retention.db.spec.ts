import { randomUUID } from 'node:crypto';
import { openMigratedDatabase, type OpenDatabase } from '@sprayhunt/service-kit/harness';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { tables } from '../tables.js';
import { clearOldDeliveries } from './webhooks-retention.js';

let database: OpenDatabase;
const sql = <T = unknown>(text: string, values: unknown[] = []): Promise<T[]> =>
  database.dataSource.query<T[]>(text, values);

beforeAll(async () => {
  database = await openMigratedDatabase('discovery', tables);
});
afterAll(() => database.close());

/** An endpoint with its deliveries: their number and their age. */
async function addEndpoint(...logged: [count: number, age: string][]): Promise<string> {
  const id = randomUUID();
  await sql(`INSERT INTO partner_clients VALUES ($1, NULL, '{discoveries:read}', false, 1)`, [id]);
  await sql(
    `INSERT INTO webhook_endpoints (id, client_id, url, kinds, secret, state, position, next_at, created_at)
      VALUES ($1, $1, 'https://partner.example', '{work.created}', decode(repeat('00', 32), 'hex'), 'active', 0, now(),
        now())`,
    [id],
  );
  for (const [count, age] of logged)
    await sql(
      `INSERT INTO webhook_deliveries (endpoint_id, message_id, kind, at, attempt, status, duration_ms, error)
       SELECT $1, 'm', 'ping', now() - $3::interval, 1, 200, 1, NULL FROM generate_series(1, $2::int)`,
      [id, count, age],
    );
  return id;
}
const logOf = async (endpoint: string) =>
  (
    await sql<{ old: boolean }>(
      `SELECT at < now() - interval '30 days' AS old FROM webhook_deliveries WHERE endpoint_id = $1`,
      [endpoint],
    )
  ).map(({ old }) => old);

it('keeps 30 days, and the newest 1,000 of an endpoint; clears more than one batch, unless the signal ends that', async () => {
  const [busy, old] = [await addEndpoint([12_000, '1 day']), await addEndpoint([11_000, '31 days'], [2, '29 days'])];
  await clearOldDeliveries(database.dataSource, Date.now(), AbortSignal.abort());
  expect((await logOf(busy)).length + (await logOf(old)).length).toBe(23_002);
  await clearOldDeliveries(database.dataSource);
  expect(await logOf(busy)).toHaveLength(1_000);
  expect(await logOf(old)).toEqual([false, false]);
});
