import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import {
  Access,
  Caller,
  decodeCursor,
  encodeCursor,
  Page,
  pageInput,
  parseInput,
  Problem,
  type Identity,
} from '@sprayhunt/service-kit';
import { z } from 'zod';
import { cartLines } from '../carts/cart-input.js';
import type * as Schema from '../schema.generated.js';
import { addressInput } from './address.js';
import { CheckoutService, type OpenedPayment } from './checkout.service.js';
import { OrderReads, type StoredOrder } from './order-reads.js';
import { orderView } from './order-view.js';
import { OrdersService } from './orders.service.js';

const checkoutInput = z.object({
  email: z
    .string()
    .trim()
    .max(254, 'The e-mail address has at most 254 characters.')
    .pipe(z.email('Enter an e-mail address.')),
  address: addressInput,
  lines: cartLines.refine((lines) => lines.length > 0, { message: 'The cart is empty.', params: { code: 'REQUIRED' } }),
  expectedTotal: z
    .int()
    .nullish()
    .transform((total) => total ?? null),
});
export const orderCursor = z.tuple([z.iso.datetime(), z.uuid()]);

@Resolver('Order')
export class OrdersResolver {
  constructor(
    private readonly reads: OrderReads,
    private readonly service: OrdersService,
    private readonly checkouts: CheckoutService,
  ) {}

  @Query()
  @Access('signed-in')
  async orders(@Args() args: Schema.QueryOrdersArgs, @Caller() caller: Identity): Promise<Schema.Query['orders']> {
    const { first, after } = parseInput(pageInput, args);
    const [placedAt, id] = after ? decodeCursor(after, orderCursor) : [];
    const { items, hasNextPage } = await this.reads.ofBuyer(
      caller.subject!,
      first,
      id === undefined ? undefined : { placedAt: placedAt!, id },
    );
    return pageOfOrders(items, hasNextPage);
  }

  @Query()
  @Access('anyone')
  async order(
    @Args() { id, token }: Schema.QueryOrderArgs,
    @Caller() caller: Identity,
  ): Promise<Schema.Query['order']> {
    const found = z.uuid().safeParse(id).success ? await this.reads.byIdForCaller(id, caller, token) : undefined;
    return found ? orderView(found) : null;
  }

  @Query()
  @Access('anyone')
  async orderPayment(
    @Args() { id, token }: Schema.QueryOrderPaymentArgs,
    @Caller() caller: Identity,
  ): Promise<Schema.Query['orderPayment']> {
    const opened = await this.service.payment(await this.service.opened(id, caller, token), token);
    return opened && payloadOf(opened);
  }

  @Mutation()
  @Access('anyone')
  async checkout(
    @Args('input') input: Schema.MutationCheckoutArgs['input'],
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['checkout']> {
    if (caller.kind === 'partner')
      throw new Problem('FORBIDDEN', 'This call is for players and guests, not for partners.');
    if (!caller.subject) throw new Problem('UNAUTHENTICATED', 'Unauthorized: this call needs a session.');
    if (caller.kind === 'player' && caller.status !== 'verified')
      throw new Problem('CONTACT_NOT_VERIFIED', 'Enter the code that was sent to you first.');
    return payloadOf(await this.checkouts.checkout(caller, parseInput(checkoutInput, input)));
  }

  @Mutation()
  @Access('anyone')
  async settleOrder(
    @Args() { id, token }: Schema.MutationSettleOrderArgs,
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['settleOrder']> {
    return orderView(await this.service.settle(await this.service.opened(id, caller, token)));
  }

  @Mutation()
  @Access('anyone')
  async cancelOrder(
    @Args() { id, token }: Schema.MutationCancelOrderArgs,
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['cancelOrder']> {
    return orderView(await this.service.cancel(await this.service.opened(id, caller, token)));
  }
}

export function pageOfOrders(items: StoredOrder[], hasNextPage: boolean): Schema.OrderConnection {
  return new Page(items.map(orderView), hasNextPage, ({ id, placedAt }) =>
    encodeCursor([(placedAt as Date).toISOString(), id]),
  );
}

function payloadOf({ order: stored, clientSecret, token }: OpenedPayment): Schema.CheckoutPayload {
  const order = orderView(stored);
  return { orderId: order.id, order, totals: order.totals, clientSecret, token };
}
