import { Injectable } from '@nestjs/common';
import { tokensAwarded } from '@sprayhunt/contracts';
import { namedQuery, Outbox } from '@sprayhunt/service-kit';
import { Counter } from 'prom-client';
import type { EntityManager } from 'typeorm';
import { bookAwards, transferId, type Award, type BookedAward, type Bookings } from './book-awards.js';
import type { PlayerStatistics } from './player-statistics.entity.js';
import { MINT } from './transfer.entity.js';

const creditedCounter = new Counter({
  name: 'ledger_tokens_credited_total',
  help: 'Spray Coins credited to players and debited from the mint, by reason',
  labelNames: ['reason'],
});

/** The token ledger: append-only double entry, with the players' statistics. */
@Injectable()
export class Ledger {
  constructor(private readonly outbox: Outbox) {}

  /**
   * Books awards that were not booked before, and publishes `TokensAwarded` for each. The account need not exist yet:
   * an award is booked in any order of events, unless the account is erased.
   * @param manager the transaction of the awards' cause, or a manager without one
   * @returns the new transfers, in the order of the awards
   */
  async award(manager: EntityManager, awards: readonly Award[]): Promise<BookedAward[]> {
    const payable = awards.filter(({ amount }) => amount > 0);
    if (payable.length === 0) return [];
    const book = (tx: EntityManager) => this.book(tx, payable);
    const booked = manager.queryRunner?.isTransactionActive ? await book(manager) : await manager.transaction(book);
    for (const { award } of booked) creditedCounter.inc({ reason: award.reason }, award.amount);
    return booked;
  }

  private async book(tx: EntityManager, awards: readonly Award[]): Promise<BookedAward[]> {
    const { known, paid } = await lockBalances(tx, awards);
    const bookings = bookAwards(awards, known, paid);
    if (bookings.booked.length === 0) return [];
    await writeBookings(tx, bookings, known);
    await this.outbox.addMany(tx, tokensAwarded, bookings.booked.map(eventOf));
    return bookings.booked;
  }

  /** Returns an account's balance to the mint and deletes its statistics; its transfers stay. */
  async close(tx: EntityManager, accountId: string): Promise<void> {
    const id = transferId({ reason: 'erasure', sourceId: accountId });
    await tx.query(
      `WITH closed AS (DELETE FROM player_statistics WHERE account_id = $1 RETURNING account_id, tokens)
       INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, reason, source_id)
       SELECT $2, account_id, $3, tokens, 'erasure', account_id FROM closed WHERE tokens > 0`,
      [accountId, id, MINT],
    );
  }
}

const eventOf = ({ transferId: id, balance, award: { accountId, amount, reason, sourceId, cause } }: BookedAward) => ({
  data: { transferId: id, accountId, amount, reason, sourceId, balance },
  cause,
});

/**
 * Locks the statistics of accounts that are not erased; the locks of erasures come first, as everywhere. Players
 * without statistics get some, because only a row can be locked. Rows are taken in the order of their ids, so that two
 * batches cannot deadlock. Known rows are locked by a conflict that changes nothing.
 */
const LOCK_STATISTICS = `
  INSERT INTO player_statistics AS known (account_id, tokens, discoveries, xp, score)
  SELECT account_id, 0, 0, 0, 0 FROM (
    SELECT DISTINCT account_id FROM unnest($1::uuid[]) AS account_id
    WHERE account_id <> ALL ((SELECT erased_among($1))::uuid[])) AS payable
  ORDER BY account_id
  ON CONFLICT (account_id) DO UPDATE SET tokens = known.tokens WHERE false`;

const SELECT_STATISTICS = `
  SELECT account_id AS "accountId", tokens, discoveries, xp, score FROM player_statistics
  WHERE account_id = ANY ($1::uuid[]) AND NOT EXISTS (SELECT FROM erased_accounts erased
    WHERE erased.account_id = player_statistics.account_id)`;

const SELECT_PAID = `SELECT id FROM transfers WHERE id = ANY ($1::uuid[])`;

/** Ranks follow later (`leaderboard/`). */
const INSERT_BOOKINGS = `
  WITH booked AS (
    INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, reason, source_id)
    SELECT id, $1, account_id, amount, reason, source_id
    FROM json_to_recordset($2) AS transfer (id uuid, account_id uuid, amount integer, reason text, source_id text)
  ), counted AS (
    INSERT INTO player_statistics (account_id, tokens, discoveries, xp, score)
    SELECT * FROM json_to_recordset($3) AS player (account_id uuid, tokens integer, discoveries integer, xp integer,
      score integer)
    ON CONFLICT (account_id) DO UPDATE SET
      (tokens, discoveries, xp, score) = (excluded.tokens, excluded.discoveries, excluded.xp, excluded.score)
  )
  INSERT INTO rank_changes (account_id, score, discoveries)
  SELECT * FROM json_to_recordset($4) AS earned (account_id uuid, score integer, discoveries integer)`;

/** Reads what the decision needs in statements after the locks, which see what was committed before. */
async function lockBalances(tx: EntityManager, awards: readonly Award[]) {
  const accounts = [...new Set(awards.map(({ accountId }) => accountId))];
  await namedQuery(tx, 'ledger-lock', LOCK_STATISTICS, [accounts]);
  const statistics = await namedQuery<PlayerStatistics>(tx, 'ledger-statistics', SELECT_STATISTICS, [accounts]);
  const paid = await namedQuery<{ id: string }>(tx, 'ledger-paid', SELECT_PAID, [awards.map(transferId)]);
  return {
    known: new Map(statistics.map((row) => [row.accountId, row])),
    paid: new Set(paid.map(({ id }) => id)),
  };
}

async function writeBookings(
  tx: EntityManager,
  { booked, statistics }: Bookings,
  known: ReadonlyMap<string, PlayerStatistics>,
): Promise<void> {
  await namedQuery(tx, 'ledger-book', INSERT_BOOKINGS, [
    MINT,
    JSON.stringify(
      booked.map(({ transferId: id, award: { accountId, amount, reason, sourceId } }) => ({
        id,
        account_id: accountId,
        amount,
        reason,
        source_id: sourceId,
      })),
    ),
    JSON.stringify(statistics.map(({ accountId, ...sums }) => ({ account_id: accountId, ...sums }))),
    JSON.stringify(
      statistics.map(({ accountId, score, discoveries }) => ({
        account_id: accountId,
        score: score - known.get(accountId)!.score,
        discoveries: discoveries - known.get(accountId)!.discoveries,
      })),
    ),
  ]);
}
