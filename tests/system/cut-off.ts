import { eventually } from '@sprayhunt/service-kit/testing';
import { expect } from '@jest/globals';
import { world } from './access/world.js';
import { inDatabase } from './invariants.js';
import { paymentsProxy, type Call, type PaymentsProxy } from './payments-proxy.js';
import { RowStops, type Write } from './row-stops.js';

/** A point between two steps of the service. */
export type StopPoint = Call | Write;

/** Work that waits for a moment to come, other than the half hour of an order. */
const DURING = `
  SELECT commerce_jobs.force_unlock_workers(array_agg(locked_by)) FROM commerce_jobs.jobs WHERE locked_by IS NOT NULL;
  UPDATE commerce_jobs._private_jobs j SET run_at = now() FROM commerce_jobs._private_tasks t
   WHERE t.id = j.task_id AND identifier IN ('settle-membership', 'settle-payment-object', 'send-refund')`;

/** Commerce's calls of Stripe, on their way to the sandbox. Started before the stack. */
export let proxy: PaymentsProxy;
let rows: RowStops;

export async function openProxy(): Promise<PaymentsProxy> {
  return (proxy = await paymentsProxy(() => world.stack.sandboxUrl));
}

export async function installStops(): Promise<void> {
  rows = await RowStops.install(world.stack.adminUrl);
}

export const removeStops = (): Promise<void> => rows.remove();

/**
 * Starts a flow, whose requests fail when the service is killed, and returns when the service has stopped at the chosen
 * row.
 */
export async function stopAt(point: StopPoint, begin: () => Promise<unknown>): Promise<void> {
  const start = () => void begin().catch(() => undefined);
  if ('write' in point) return rows.holdNext(point, start);
  const there = proxy.holdNext(point);
  start();
  await there;
}

/** Kills commerce at this point, makes its unfinished work due, and starts it again. */
export async function killCommerce(before: () => Promise<unknown>): Promise<void> {
  const { stack } = world;
  stack.service('commerce').kill('SIGKILL');
  await stack.stopService('commerce');
  proxy.release();
  await rows.release();
  await before();
  await inDatabase(stack, (client) => client.query(DURING));
  await stack.startService('commerce');
  await eventually(async () => expect((await fetch(`${stack.url}/readyz`)).status).toBe(200), { timeout: 30_000 });
  await control('/webhooks', { paused: false });
  await waitUntilQuiet();
}

/** Waits until all events of Stripe are handled. */
export async function waitUntilQuiet(): Promise<void> {
  await control('/webhooks/flush', { timeout_ms: 30_000 });
  await eventually(
    async () =>
      expect(
        await inDatabase(
          world.stack,
          async (client) =>
            (await client.query(`SELECT type FROM commerce.payment_events WHERE settled_at IS NULL`)).rows,
        ),
      ).toEqual([]),
    { timeout: 30_000 },
  );
}

/** Calls a control endpoint of the sandbox. */
export async function control(path: string, body: object): Promise<unknown> {
  const response = await fetch(`${world.stack.sandboxUrl}/_sandbox${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}
