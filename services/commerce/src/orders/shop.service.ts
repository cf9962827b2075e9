import { Injectable } from '@nestjs/common';
import { Problem } from '@sprayhunt/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { OrderNotifier } from './order-notifier.js';
import { lockOrder, OrderReads, type StoredOrder } from './order-reads.js';
import { canTransition } from './order-states.js';
import { OrderSteps } from './order-steps.js';

export interface Tracking {
  carrier: string;
  number: string;
  url: string | null;
}

const TRACKED = `UPDATE orders SET carrier = $2, tracking_number = $3, tracking_url = $4 WHERE id = $1`;
const KNOWN_REFUND = `SELECT FROM refunds WHERE id = $1`;

/** Shopkeepers' actions on orders, by GraphQL and by the command. */
@Injectable()
export class ShopService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly reads: OrderReads,
    private readonly steps: OrderSteps,
    private readonly news: OrderNotifier,
  ) {}

  /**
   * Marks an order as shipped; a shipped one gets the new tracking.
   * @throws Problem `NOT_FOUND`, `CONFLICT` for an order that is not paid
   */
  async ship(id: string, { carrier, number, url }: Tracking): Promise<StoredOrder> {
    await this.dataSource.transaction(async (tx) => {
      const order = await this.locked(tx, id);
      if (order.status !== 'paid' && order.status !== 'shipped')
        throw new Problem('CONFLICT', 'Only a paid order is shipped.');
      const isSame =
        order.status === 'shipped' &&
        order.carrier === carrier &&
        order.trackingNumber === number &&
        order.trackingUrl === url;
      if (isSame) return;
      await tx.query(TRACKED, [id, carrier, number, url]);
      if (order.status === 'paid') await this.steps.move(tx, order, 'shipped');
      await this.news.notifyBuyer(tx, id, 'shipped');
    });
    return (await this.reads.byId(id))!;
  }

  /**
   * Refunds money, by a job. With the whole rest the order becomes refunded; if it was not shipped, its pieces return
   * to the stock.
   * @param amount minor units; null for the whole rest
   * @param key a UUID of the caller; a second call with it changes nothing
   * @throws Problem `NOT_FOUND`, `CONFLICT` where less is left
   */
  async refund(id: string, amount: number | null, key: string): Promise<StoredOrder> {
    await this.dataSource.transaction(async (tx) => {
      const order = await this.locked(tx, id);
      const known = await tx.query<unknown[]>(KNOWN_REFUND, [key]);
      if (known.length > 0) return;
      const left = await this.steps.refundable(tx, order);
      const wanted = amount ?? left;
      if (left === 0 || wanted > left)
        throw new Problem('CONFLICT', `Only ${left} minor units of this payment can still be refunded.`);
      await this.steps.requestRefund(tx, order, wanted, key);
      if (wanted === left && canTransition(order.status, 'refunded')) await this.steps.move(tx, order, 'refunded');
    });
    return (await this.reads.byId(id))!;
  }

  private async locked(tx: EntityManager, id: string): Promise<StoredOrder> {
    const order = z.uuid().safeParse(id).success ? await lockOrder(tx, id) : undefined;
    if (!order) throw unknown();
    return order;
  }
}

const unknown = () => new Problem('NOT_FOUND', 'There is no such order.');
