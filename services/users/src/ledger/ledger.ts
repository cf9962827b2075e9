import { Injectable } from '@nestjs/common';
import { tokensAwarded, type CloudEvent } from '@sprayhunt/contracts';
import { namedQuery, Outbox } from '@sprayhunt/service-kit';
import { Counter } from 'prom-client';
import type { EntityManager } from 'typeorm';
import { parse, v5 as uuidv5 } from 'uuid';
import { MINT } from './transfer.entity.js';

/** An action that earns Spray Coins. */
export interface Award {
  /** For example `discovery`; reason and source identify the award, which is booked once. */
  reason: string;
  sourceId: string;
  accountId: string;
  /** Spray Coins; an award of 0 is not booked. */
  amount: number;
  xp: number;
  /** Number of discoveries in the award. */
  discoveries: number;
  cause?: Pick<CloudEvent<unknown>, 'traceparent'>;
}

const credited = new Counter({
  name: 'ledger_tokens_credited_total',
  help: 'Spray Coins credited to players and debited from the mint, by reason',
  labelNames: ['reason'],
});

/** The token ledger: append-only double entry, with the players' statistics. */
@Injectable()
export class Ledger {
  constructor(private readonly outbox: Outbox) {}

  /**
   * Pays awards that were not paid before, and publishes `TokensAwarded` for each, all in one statement. An account
   * need not be known here yet: an award is booked in any order of events, unless the account is erased.
   * @param on a transaction, or the manager of the data source for a statement that commits by itself
   * @returns the new transfers, in the order of the awards
   */
  async award(on: EntityManager, byTransfer: readonly Award[]): Promise<BookedAward[]> {
    const awards = new Map(byTransfer.filter(({ amount }) => amount > 0).map((award) => [transferId(award), award]));
    if (awards.size === 0) return [];
    const rows = await this.book(on, [...awards]);
    if (rows.length > 0) await this.outbox.announce(on, 'soon');
    for (const { id } of rows) credited.inc({ reason: awards.get(id)!.reason }, awards.get(id)!.amount);
    return rows.map(({ id, balance }) => ({ transferId: id, balance, award: awards.get(id)! }));
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

  /** The statement knows the balances; until then the events say 0, a text that is found in no string of theirs. */
  private book(on: EntityManager, awards: readonly (readonly [string, Award])[]): Promise<BookedRow[]> {
    const byTransfer = awards.map(([, award]) => award);
    const events = awards.map(([id, { accountId, amount, reason, sourceId, cause }]) =>
      this.outbox.prepare(
        tokensAwarded,
        { transferId: id, accountId, amount, reason, sourceId, balance: 0 },
        { cause },
      ),
    );
    return namedQuery<BookedRow>(on, 'ledger-award', AWARD, [
      awards.map(([id]) => id),
      byTransfer.map((award) => award.accountId),
      byTransfer.map((award) => award.amount),
      byTransfer.map((award) => award.reason),
      byTransfer.map((award) => award.sourceId),
      byTransfer.map((award) => award.xp),
      byTransfer.map((award) => award.discoveries),
      events.map((event) => event.id),
      // JSON contains no line break.
      events.map((event) => event.json).join('\n'),
      tokensAwarded.subject,
      MINT,
    ]);
  }
}

/**
 * Books new awards, adds them to the statistics and publishes them. Erased accounts are left out first, under
 * their locks and before any row is locked; statistics rows are taken in the order of their ids, so that two
 * batches cannot deadlock. Ranks follow later (`leaderboard/`). The balance after each transfer is the one after the
 * batch without the later ones.
 */
const AWARD = `
  WITH award AS MATERIALIZED (
    SELECT d.* FROM
      unnest($1::uuid[], $2::uuid[], $3::int[], $4::text[], $5::text[], $6::int[], $7::int[], $8::uuid[])
        WITH ORDINALITY AS d (id, account_id, amount, reason, source_id, xp, discoveries, event_id, ordinal)
    WHERE account_id <> ALL ((SELECT erased_among($2))::uuid[])
  ), booked AS (
    INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, reason, source_id)
    SELECT id, $11, account_id, amount, reason, source_id FROM award ORDER BY id
    ON CONFLICT (id) DO NOTHING
    RETURNING id
  ), earned AS (
    SELECT account_id, sum(amount)::int AS tokens, sum(discoveries)::int AS discoveries, sum(xp)::int AS xp
    FROM booked JOIN award USING (id) GROUP BY account_id ORDER BY account_id
  ), counted AS (
    INSERT INTO player_statistics AS s (account_id, tokens, discoveries, xp, score)
    SELECT account_id, tokens, discoveries, xp, tokens + 15 * discoveries FROM earned
    ON CONFLICT (account_id) DO UPDATE SET
      tokens = s.tokens + excluded.tokens, discoveries = s.discoveries + excluded.discoveries,
      xp = s.xp + excluded.xp, score = s.score + excluded.score
    RETURNING account_id, tokens
  ), to_rank AS (
    INSERT INTO rank_changes (account_id, score, discoveries) SELECT account_id, tokens + 15 * discoveries, discoveries FROM earned
  ), paid AS (
    SELECT award.id, ordinal, event_id, (counted.tokens - coalesce(sum(amount) OVER later, 0))::int AS balance
    FROM booked JOIN award USING (id) JOIN counted USING (account_id)
    WINDOW later AS (PARTITION BY account_id ORDER BY ordinal DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
  ), published AS (
    INSERT INTO outbox (id, subject, event)
    SELECT event_id, $10, replace(event, '"balance":0', '"balance":' || balance)::json
    FROM string_to_table($9, E'\\n') WITH ORDINALITY AS given (event, ordinal) JOIN paid USING (ordinal)
  )
  SELECT id, balance FROM paid ORDER BY ordinal`;

export interface BookedAward {
  transferId: string;
  /** Spray Coins of the account after this transfer. */
  balance: number;
  award: Award;
}

interface BookedRow {
  id: string;
  balance: number;
}

/** Namespace of transfer ids, a random constant (RFC 9562, 5.5). */
const NAMESPACE = parse('5b0c3f9e-2a7d-4c61-8e13-a4f6d07b92c5');

/** UUIDv5 of reason and source: the same award gets the same id, today and in a replay. */
export const transferId = ({ reason, sourceId }: Pick<Award, 'reason' | 'sourceId'>): string =>
  uuidv5(`${reason}:${sourceId}`, NAMESPACE);
