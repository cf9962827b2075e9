import { eventually } from '@sprayhunt/service-kit/testing';
import { describe, expect, it } from '@jest/globals';
import { world } from './access/world.js';
import { Buyer, stripeAt } from './buyer.js';
import { deliverEverythingAgain, expectInvariants, inDatabase, ledger } from './invariants.js';
import { Player } from './player.js';

const SOON = { timeout: 20_000, interval: 50 };

async function buyerWithOrder(): Promise<Buyer> {
  const one = Buyer.guest(world.stack.url, stripeAt(world.stack.sandboxUrl));
  const [product] = await inDatabase(
    world.stack,
    async (client) =>
      (await client.query<{ id: string }>(`SELECT id FROM commerce.products WHERE slug = 'cap-tote'`)).rows,
  );
  await one.checkout(product!.id);
  await one.confirm();
  await eventually(async () => expect(await one.order()).toMatchObject({ status: 'paid' }), SOON);
  return one;
}

/** In the browser of the guest. */
const ordersOf = async (one: Buyer) =>
  ((await one.player.read('/api/orders')) as { id: string; status: string }[]).map(({ id, status }) => [id, status]);

describe('a guest who buys and turns out to have an account', () => {
  it.each([
    [
      'by the code of a sign-up',
      async (one: Buyer, { phone }: Player) => {
        await one.signUp(phone);
        await one.confirmContact();
      },
    ],
    ['by signing in', (one: Buyer, { phone }: Player) => one.player.signIn(phone)],
  ])('%s has the order there, which stays paid', async (_, prove) => {
    const account = await Player.signUp(world.stack.url);
    const one = await buyerWithOrder();
    await prove(one, account);
    expect(await one.player.read('/api/auth/user')).toMatchObject({ id: account.accountId });
    await eventually(async () => expect(await ordersOf(one)).toEqual([[one.orderId, 'paid']]), SOON);
    const before = await ledger(world.stack);
    await deliverEverythingAgain(world.stack, 1);
    expect(await ledger(world.stack)).toEqual(before);
    expect([await one.order(), await ordersOf(one)]).toMatchObject([
      { status: 'paid', refunded: { amount: 0 } },
      [[one.orderId, 'paid']],
    ]);
    await expectInvariants(world.stack, []);
  });
});
