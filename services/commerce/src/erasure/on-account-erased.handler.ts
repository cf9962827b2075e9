import { Controller } from '@nestjs/common';
import { accountErased, type EventOf } from '@sprayhunt/contracts';
import { ErasedAccounts, OnEvent } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import { Customers } from '../memberships/customers.js';
import { OrdersService } from '../orders/orders.service.js';

/** Records stay without a name; that a contact or card has had its trial stays as a hash. */
const LEAVE_MEMBERSHIPS = `
  UPDATE memberships SET account_id = NULL, contact_keys = '{}', card_brand = NULL, card_last4 = NULL, card_exp_month = NULL, card_exp_year = NULL, cancel_wanted = true,
         end_reason = coalesce(end_reason, 'erased'), status = 'cancelled', grace_until = NULL
  WHERE account_id = ANY ($1::uuid[])`;

/** Ends the subscription of an erased player, and removes the player from orders and invoices, which have to be kept by law. */
@Controller()
export class OnAccountErasedHandler {
  constructor(
    private readonly erased: ErasedAccounts,
    private readonly customers: Customers,
    private readonly orders: OrdersService,
  ) {}

  @OnEvent(accountErased, 'forget-player')
  async forget(events: EventOf<typeof accountErased>[], tx: EntityManager): Promise<void> {
    const accounts = events.map(({ data }) => data.accountId);
    await this.erased.remember(tx, accounts);
    await tx.query(`DELETE FROM carts WHERE player_id = ANY ($1::uuid[])`, [accounts]);
    await tx.query(LEAVE_MEMBERSHIPS, [accounts]);
    await this.customers.leave(tx, accounts);
    await this.orders.forgetBuyers(tx, accounts);
    await this.erased.confirm(tx, accounts);
  }
}
