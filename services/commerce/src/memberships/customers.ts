import { Injectable } from '@nestjs/common';
import { defineJob, ErasedAccounts, Jobs, uuidv7 } from '@sprayhunt/service-kit';
import Stripe from 'stripe';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { isMissingAtStripe } from '../payments/stripe-problem.js';
import { Customer } from './membership.entity.js';

/** Deletes a customer at Stripe, with subscriptions and cards. Its 14 attempts take more than a day. */
export const deleteCustomer = defineJob({
  name: 'forget-customer',
  payload: z.object({ customerId: z.uuid() }),
  attempts: 14,
  lockSeconds: 60,
});

// An account whose memberships had two customers before a merge keeps both: the second one under its former subject.
const DETACH_CUSTOMERS = `UPDATE customers SET account_id = NULL
  WHERE account_id = ANY ($1::uuid[] || former_subjects($1)) RETURNING id AS "customerId"`;
const MOVE_CUSTOMER = `UPDATE customers SET account_id = $2 WHERE account_id = $1
  AND NOT EXISTS (SELECT FROM customers WHERE account_id = $2)`;
const SELECT_STRIPE_IDS = `SELECT stripe_id AS "stripeId" FROM customers
  WHERE account_id = ANY (ARRAY[$1::uuid] || former_subjects(ARRAY[$1::uuid])) AND stripe_id IS NOT NULL
    ORDER BY id DESC`;

/** The accounts' customers at Stripe, which have only an id of ours: no name and no contact. */
@Injectable()
export class Customers {
  constructor(
    private readonly dataSource: DataSource,
    private readonly stripe: Stripe,
    private readonly erased: ErasedAccounts,
    private readonly jobs: Jobs,
  ) {
    jobs.handle(deleteCustomer, ({ customerId }) => this.deleteAtStripe(customerId));
  }

  /**
   * Returns the customer's id at Stripe, and creates a missing customer; two processes get the same one.
   * @throws Problem `UNAUTHENTICATED` for an erased account
   */
  async getOrCreate(accountId: string): Promise<string> {
    const customer = await this.dataSource.transaction(async (tx) => {
      await this.erased.refuse(tx, accountId);
      await tx.query(`INSERT INTO customers (id, account_id) VALUES ($1, $2) ON CONFLICT (account_id) DO NOTHING`, [
        uuidv7(),
        accountId,
      ]);
      return tx.findOneByOrFail(Customer, { accountId });
    });
    return customer.stripeId ?? this.create(customer.id);
  }

  /** The customer ids of an account at Stripe, newest first: at most one, unless a membership was merged into it. */
  async stripeIdsOf(accountId: string): Promise<string[]> {
    return (await this.dataSource.query<{ stripeId: string }[]>(SELECT_STRIPE_IDS, [accountId])).map(
      ({ stripeId }) => stripeId,
    );
  }

  /**
   * Moves the customer of a merged subject to the account. One that is not used is deleted if the account has its own.
   */
  async move(tx: EntityManager, subjectId: string, accountId: string, { isUsed }: { isUsed: boolean }): Promise<void> {
    await tx.query(MOVE_CUSTOMER, [subjectId, accountId]);
    if (!isUsed) await this.detach(tx, [subjectId]);
  }

  /**
   * Deletes the customers of erased accounts at Stripe after the commit, which ends subscriptions and removes cards;
   * paid invoices stay.
   */
  async detach(tx: EntityManager, accountIds: readonly string[]): Promise<void> {
    const [detached] = await tx.query<[{ customerId: string }[], number]>(DETACH_CUSTOMERS, [accountIds]);
    for (const customer of detached) await this.jobs.add(tx, deleteCustomer, customer);
  }

  private async create(id: string): Promise<string> {
    const { id: stripeId } = await this.stripe.customers.create(
      { metadata: { customer: id } },
      { idempotencyKey: `customer-${id}` },
    );
    await this.dataSource.manager.update(Customer, { id }, { stripeId });
    return stripeId;
  }

  /** If it is unknown whether Stripe created the customer, repeating the creation returns it. */
  private async deleteAtStripe(id: string): Promise<void> {
    const customer = await this.dataSource.manager.findOneBy(Customer, { id });
    if (!customer || customer.accountId) return;
    const stripeId = customer.stripeId ?? (await this.create(id));
    await this.stripe.customers.del(stripeId).catch((error: unknown) => {
      if (!isMissingAtStripe(error)) throw error;
    });
    await this.dataSource.manager.delete(Customer, { id });
  }
}
