import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Access, decodeCursor, parseInput } from '@sprayhunt/service-kit';
import type * as Schema from '../schema.generated.js';
import { OrderReads } from './order-reads.js';
import { orderCursor, pageOfOrders } from './orders.resolver.js';
import { OrderPayments } from './order-payments.js';
import { orderView } from './order-view.js';
import { refundInput, shipment, shopOrderList } from './shop-input.js';
import { ShopService } from './shop.service.js';

/** Orders for those who keep the shop. */
@Resolver()
export class ShopResolver {
  constructor(
    private readonly reads: OrderReads,
    private readonly shop: ShopService,
    private readonly payments: OrderPayments,
  ) {}

  @Query()
  @Access({ role: 'shopkeeper' })
  async shopOrders(@Args() args: Schema.QueryShopOrdersArgs): Promise<Schema.Query['shopOrders']> {
    const { first, after, ...filter } = parseInput(shopOrderList, args);
    const [placedAt, id] = after ? decodeCursor(after, orderCursor) : [];
    const { items, hasNextPage } = await this.reads.all(
      filter,
      first,
      id === undefined ? undefined : { placedAt: placedAt!, id },
    );
    return pageOfOrders(items, hasNextPage);
  }

  @Mutation()
  @Access({ role: 'shopkeeper' })
  async markShipped(
    @Args() { id, ...tracking }: Schema.MutationMarkShippedArgs,
  ): Promise<Schema.Mutation['markShipped']> {
    return orderView(await this.shop.ship(id, parseInput(shipment, tracking)));
  }

  @Mutation()
  @Access({ role: 'shopkeeper' })
  async refundOrder(
    @Args() { id, ...refund }: Schema.MutationRefundOrderArgs,
  ): Promise<Schema.Mutation['refundOrder']> {
    const { amount, key } = parseInput(refundInput, refund);
    await this.shop.refund(id, amount, key);
    await this.payments.tryNow(() => this.payments.sendRefund(key));
    return orderView((await this.reads.byId(id))!);
  }
}
