import { Injectable } from '@nestjs/common';
import { eraseIdempotencyKeys, ErasedAccounts, moveIdempotencyKeys, type Merge } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import { CartsService } from '../carts/carts.service.js';
import { Customers } from '../memberships/customers.js';
import { MembershipMoves } from '../memberships/membership-moves.js';
import { TrialUses } from '../memberships/trial-uses.js';
import { OrdersService } from '../orders/orders.service.js';

const DELETE_CARTS = `DELETE FROM carts WHERE player_id = ANY ($1::uuid[])`;

/**
 * Erases the players' data of this service, or moves it to another account. Orders are locked before carts, in the same
 * order as by an arriving payment, so that the two cannot deadlock.
 */
@Injectable()
export class PlayerData {
  constructor(
    private readonly erased: ErasedAccounts,
    private readonly carts: CartsService,
    private readonly customers: Customers,
    private readonly memberships: MembershipMoves,
    private readonly uses: TrialUses,
    private readonly orders: OrdersService,
  ) {}

  /**
   * Ends subscriptions, cancels unshipped orders, and removes the players from orders and invoices, which have to be
   * kept by law.
   */
  async erase(tx: EntityManager, accounts: readonly string[]): Promise<void> {
    await this.orders.eraseBuyers(tx, accounts);
    await this.deletePlayerData(tx, accounts);
  }

  /** The same for sign-ups that expired; their orders remain those of a guest, with e-mail, address and tokens. */
  async expire(tx: EntityManager, accounts: readonly string[]): Promise<void> {
    await this.orders.leaveToGuests(tx, accounts);
    await this.deletePlayerData(tx, accounts);
  }

  async merge(tx: EntityManager, merges: readonly Merge[]): Promise<void> {
    const { moves, erased, expired } = await this.erased.rememberMerged(tx, merges);
    for (const { subjectId, accountId } of moves) {
      await this.orders.move(tx, subjectId, accountId);
      await this.carts.move(tx, subjectId, accountId);
      await this.memberships.move(tx, subjectId, accountId);
      await this.uses.deleteContactKeys(tx, [subjectId]);
      await moveIdempotencyKeys(tx, subjectId, accountId);
    }
    await this.erase(tx, erased);
    await this.expire(tx, expired);
  }

  private async deletePlayerData(tx: EntityManager, accounts: readonly string[]): Promise<void> {
    await tx.query(DELETE_CARTS, [accounts]);
    await this.memberships.detach(tx, accounts);
    await this.customers.detach(tx, accounts);
    await this.uses.deleteContactKeys(tx, accounts);
    await eraseIdempotencyKeys(tx, accounts);
  }
}
