import { Injectable } from '@nestjs/common';
import { accountDataErased } from '@sprayhunt/contracts';
import { Column, Entity, type EntityManager, Index, PrimaryColumn } from 'typeorm';
import { Problem } from '../errors/problem.js';
import { Outbox } from '../events/outbox.js';

/** An erased account or a merged subject, stored as an id without any other data, so that late writes stay out. */
@Entity({ name: 'erased_accounts' })
@Index('erased_accounts_uncleared', ['accountId'], { where: 'events_cleared_at IS NULL' })
@Index('erased_accounts_merged', ['mergedInto'], { where: 'merged_into IS NOT NULL' })
export class ErasedAccount {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'erased_accounts_pkey' })
  accountId: string;

  @Column('timestamptz', { name: 'erased_at', default: () => 'now()' })
  erasedAt: Date;

  /** When the service's stored events no longer contained the account. */
  @Column('timestamptz', { name: 'events_cleared_at', nullable: true })
  eventsClearedAt: Date | null;

  /** Position up to which sent events were searched for it. */
  @Column('timestamptz', { name: 'events_cleared_until', nullable: true })
  eventsClearedUntil: Date | null;

  /** The account that has the data of a merged subject; its events stay unless that account is erased. */
  @Column('uuid', { name: 'merged_into', nullable: true })
  mergedInto: string | null;

  /** Whether it is an expired sign-up, whose paid orders stay. */
  @Column('boolean', { name: 'is_expired', default: false })
  isExpired: boolean;
}

/** A subject and the account that it was merged into. */
export interface Merge {
  subjectId: string;
  accountId: string;
}

/** The accounts erased in this service, which rejects their data from then on. */
@Injectable()
export class ErasedAccounts {
  constructor(private readonly outbox: Outbox) {}

  /**
   * The first step of an erasure: waits for running writes of the accounts, and rejects all later ones, even before
   * `tx` commits.
   */
  async remember(tx: EntityManager, accountIds: readonly string[]): Promise<void> {
    await tx.query(`SELECT remember_erased($1::uuid[])`, [accountIds]);
  }

  /** The same for sign-ups that expired. */
  async rememberExpired(tx: EntityManager, accountIds: readonly string[]): Promise<void> {
    await tx.query(`SELECT remember_expired($1::uuid[])`, [accountIds]);
  }

  /**
   * The first step of merging subjects into accounts: waits for running writes of the subjects. Later rows of the
   * subjects are rejected, or stored for the account (`followMerges`). The order in which erasures and the merges of a
   * chain arrive does not affect the result.
   * @returns `moves`: the merges, each with the surviving account; `erased` and `expired`: the subjects whose account
   *   is erased or expired
   */
  async rememberMerged(
    tx: EntityManager,
    merges: readonly Merge[],
  ): Promise<{ moves: Merge[]; erased: string[]; expired: string[] }> {
    const rows = await tx.query<(Merge & { state: 'erased' | 'expired' | null })[]>(
      `SELECT subject AS "subjectId", account AS "accountId", state FROM remember_merged($1::uuid[], $2::uuid[])`,
      [merges.map(({ subjectId }) => subjectId), merges.map(({ accountId }) => accountId)],
    );
    const subjectsOf = (state: 'erased' | 'expired') =>
      rows.filter((row) => row.state === state).map(({ subjectId }) => subjectId);
    const moves = rows
      .filter(({ state }) => state === null)
      .map(({ subjectId, accountId }) => ({ subjectId, accountId }));
    return { moves, erased: subjectsOf('erased'), expired: subjectsOf('expired') };
  }

  /** Returns the account that a subject was merged into, or the same id; it cannot be merged before `tx` ends. */
  async current(tx: EntityManager, subjectId: string): Promise<string> {
    const [row] = await tx.query<[{ account: string }]>(`SELECT current_account($1) AS account`, [subjectId]);
    return row.account;
  }

  /** The last step: confirms to the users service that the data is deleted. */
  async confirm(tx: EntityManager, accountIds: readonly string[]): Promise<void> {
    const { service } = this.outbox;
    await this.outbox.addMany(
      tx,
      accountDataErased,
      accountIds.map((accountId) => ({ data: { accountId, service } })),
    );
  }

  /**
   * Whether the account is erased or merged into another; if not, it cannot be erased before `tx` ends. Call it before
   * locking any of its rows.
   */
  async includes(tx: EntityManager, accountId: string): Promise<boolean> {
    const [row] = await tx.query<[{ erased: boolean }]>(`SELECT account_is_erased($1) AS erased`, [accountId]);
    return row.erased;
  }

  /** @throws Problem `UNAUTHENTICATED` for an erased account; see `includes` */
  async refuse(tx: EntityManager, accountId: string): Promise<void> {
    if (await this.includes(tx, accountId))
      throw new Problem('UNAUTHENTICATED', 'Unauthorized: this account no longer exists.');
  }
}
