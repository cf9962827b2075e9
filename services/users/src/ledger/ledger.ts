import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { tokensAwarded, type CloudEvent } from '@sprayhunt/contracts';
import { namedQuery, Outbox } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import { MINT } from './transfer.entity.js';

/** A deed that is paid in Spray Coins. */
export interface Award {
  /** Why, for example `discovery`; together with the source it makes the deed, which is paid once. */
  reason: string;
  sourceId: string;
  accountId: string;
  /** Spray Coins; a deed of 0 is not booked. */
  amount: number;
  xp: number;
  /** How many discoveries the deed is. */
  discoveries: number;
  cause?: Pick<CloudEvent<unknown>, 'traceparent'>;
}

/** The token ledger: append-only double entry, with the players' statistics beside it. */
@Injectable()
export class Ledger {
  constructor(private readonly outbox: Outbox) {}

  /**
   * Pays deeds that were not paid before, all in one statement, and publishes `TokensAwarded` for
   * each. An account need not be known here yet: what is earned is booked whatever comes first, unless it is erased.
   * @returns the transfers that were booked now
   */
  async award(tx: EntityManager, awards: readonly Award[]): Promise<BookedAward[]> {
    const paid = new Map(awards.filter(({ amount }) => amount > 0).map((award) => [transferId(award), award]));
    if (paid.size === 0) return [];
    const booked = runningBalances(paid, await this.book(tx, paid));
    await this.outbox.addMany(
      tx,
      tokensAwarded,
      booked.map(({ transferId, balance, award: { accountId, amount, reason, sourceId, cause } }) => ({
        data: { transferId, accountId, amount, reason, sourceId, balance },
        cause,
      })),
    );
    return booked;
  }

  /** Gives what an account has back to the mint, and forgets its statistics; its transfers stay. */
  async close(tx: EntityManager, accountId: string): Promise<void> {
    const id = transferId({ reason: 'erasure', sourceId: accountId });
    await tx.query(
      `WITH closed AS (DELETE FROM player_statistics WHERE account_id = $1 RETURNING account_id, tokens)
       INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, reason, source_id)
       SELECT $2, account_id, $3, tokens, 'erasure', account_id FROM closed WHERE tokens > 0`,
      [accountId, id, MINT],
    );
  }

  /** Statistics rows are taken in the order of their ids, so that two batches cannot deadlock. */
  private book(tx: EntityManager, paid: Map<string, Award>): Promise<BookedRow[]> {
    const awards = [...paid.values()];
    return namedQuery<BookedRow>(
      tx,
      'ledger-award',
      `WITH deed AS (
         SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::int[], $4::text[], $5::text[], $6::int[], $7::int[])
           AS d (id, account_id, amount, reason, source_id, xp, discoveries)
       ), booked AS (
         INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, reason, source_id)
         SELECT id, $8, account_id, amount, reason, source_id FROM deed ORDER BY id
         ON CONFLICT (id) DO NOTHING
         RETURNING id
       ), earned AS (
         SELECT account_id, sum(amount)::int AS tokens, sum(discoveries)::int AS discoveries, sum(xp)::int AS xp
         FROM booked JOIN deed USING (id) GROUP BY account_id ORDER BY account_id
       ), counted AS (
         INSERT INTO player_statistics AS s (account_id, tokens, discoveries, xp, score)
         SELECT account_id, tokens, discoveries, xp, tokens + 15 * discoveries FROM earned
         ON CONFLICT (account_id) DO UPDATE SET
           tokens = s.tokens + excluded.tokens, discoveries = s.discoveries + excluded.discoveries,
           xp = s.xp + excluded.xp, score = s.score + excluded.score
         RETURNING account_id, tokens
       )
       SELECT booked.id, counted.tokens AS balance
       FROM booked JOIN deed USING (id) JOIN counted USING (account_id)`,
      [
        [...paid.keys()],
        awards.map((award) => award.accountId),
        awards.map((award) => award.amount),
        awards.map((award) => award.reason),
        awards.map((award) => award.sourceId),
        awards.map((award) => award.xp),
        awards.map((award) => award.discoveries),
        MINT,
      ],
    );
  }
}

export interface BookedAward {
  transferId: string;
  /** Spray Coins of the account after this transfer. */
  balance: number;
  award: Award;
}

interface BookedRow {
  id: string;
  /** Balance of the account after the whole batch. */
  balance: number;
}

/** Turns the balance after the batch into the balance after each transfer, in the order of the deeds. */
function runningBalances(paid: Map<string, Award>, rows: readonly BookedRow[]): BookedAward[] {
  const finalBalance = new Map(rows.map(({ id, balance }) => [id, balance]));
  const laterAmounts = new Map<string, number>();
  const backwards = [...paid].filter(([id]) => finalBalance.has(id)).reverse();
  return backwards
    .map(([id, award]) => {
      const later = laterAmounts.get(award.accountId) ?? 0;
      laterAmounts.set(award.accountId, later + award.amount);
      return { transferId: id, balance: finalBalance.get(id)! - later, award };
    })
    .reverse();
}

/** Namespace of transfer ids, a random constant (RFC 9562, 5.5). */
const NAMESPACE = Buffer.from('5b0c3f9e2a7d4c618e13a4f6d07b92c5', 'hex');

/** UUIDv5 of reason and source: the same deed gets the same id, today and in a replay. */
export function transferId({ reason, sourceId }: Pick<Award, 'reason' | 'sourceId'>): string {
  const hash = createHash('sha1').update(NAMESPACE).update(`${reason}:${sourceId}`).digest();
  hash[6] = (hash[6]! & 0x0f) | 0x50;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
