import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * What the ledger adds up to for one player, changed in the transaction of the booking. The level
 * is not stored: `levelOf(xp)` is the one place that knows it.
 */
@Entity({ name: 'player_statistics' })
@Check('player_statistics_balance', 'tokens >= 0')
@Check('player_statistics_score', 'score = tokens + 15 * discoveries')
export class PlayerStatistics {
  /** No reference to an account: an award may come before, or after, the account is known here. */
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'player_statistics_pkey' })
  accountId: string;

  @Column('integer')
  tokens: number;

  @Column('integer')
  discoveries: number;

  @Column('integer')
  xp: number;

  @Column('integer')
  score: number;
}
