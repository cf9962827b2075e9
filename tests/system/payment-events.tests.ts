import { describe, expect, it } from '@jest/globals';
import { world } from './access/world.js';
import { Buyer, stripeAt } from './buyer.js';
import { control } from './cut-off.js';
import { expectInvariants, inDatabase } from './invariants.js';

const EVENTS = 1_000;
const BUYERS = 16;
const MEMBERS = 24;
/** Beside those that the buyers and members cause. */
const CHANGES = 750;

interface Delivered {
  event: string;
  bad_signature: boolean;
  status: number | null;
}

describe('Stripe’s events', () => {
  it('in any order, three times each, one in ten with a wrong signature, lead to what Stripe has', async () => {
    const { url, sandboxUrl } = world.stack;
    const stripe = stripeAt(sandboxUrl);
    const sent = async () =>
      ((await (await fetch(`${sandboxUrl}/_sandbox/webhooks/log`)).json()) as Delivered[]).slice(before);
    let before = 0;
    before = (await sent()).length;
    await control('/webhooks', { paused: true, shuffled: true, copies: 3, bad_signatures: 0.1, seed: 7 });

    const [{ id: product }] = await inDatabase(
      world.stack,
      async (client) =>
        (await client.query<{ id: string }>(`SELECT id FROM commerce.products WHERE slug = 'cap-tote'`)).rows as [
          { id: string },
        ],
    );
    await Promise.all(
      Array.from({ length: BUYERS }, async (_, index) => {
        const one = Buyer.guest(url, stripe);
        await one.checkout(product);
        if (index % 4 === 0) return one.cancel();
        await one.confirm();
        if (index % 4 === 1) await stripe.refunds.create({ payment_intent: one.intentId, amount: 100 });
        if (index % 4 === 2) await one.cancel();
      }),
    );
    const subscriptions = await Promise.all(
      Array.from({ length: MEMBERS }, async (_, index) => {
        const one = await Buyer.player(url, stripe);
        await one.subscribe();
        if (index % 4 !== 0) await one.confirm();
        const [{ id }] = await inDatabase(
          world.stack,
          async (client) =>
            (
              await client.query<{ id: string }>(
                `SELECT subscription_id AS id FROM commerce.memberships WHERE account_id = $1`,
                [one.player.accountId],
              )
            ).rows as [{ id: string }],
        );
        if (index % 4 === 1) await stripe.subscriptions.cancel(id);
        return { id, isOver: index % 4 === 1 };
      }),
    );
    // They continue to change at Stripe.
    const running = subscriptions.filter(({ isOver }) => !isOver);
    for (let event = 0; event < CHANGES; event += 1)
      await stripe.subscriptions.update(running[event % running.length]!.id, { metadata: { note: String(event) } });

    await control('/webhooks', { paused: false });
    expect(await control('/webhooks/flush', { timeout_ms: 120_000 })).toMatchObject({ pending_deliveries: 0 });
    await control('/webhooks', { shuffled: false, copies: 1, bad_signatures: 0 });
    const log = await sent();
    expect(new Set(log.map(({ event }) => event)).size).toBeGreaterThan(EVENTS);
    expect(new Set(log.map(({ bad_signature: isBad, status }) => `${isBad} ${status}`))).toEqual(
      new Set(['false 204', 'true 400']),
    );
    await expectInvariants(world.stack, []);
  });
});
