import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The sums of the ledger for one player, updated in the transaction of the booking. The level
 * is not stored: `levelOf(xp)` computes it.
 */
@Entity({ name: 'player_statistics' })
@Check('player_statistics_balance', 'tokens >= 0')
@Check('player_statistics_score', 'score = tokens + 15 * discoveries')
export class PlayerStatistics {
  /** No foreign key to the account: an award may arrive before the account exists here. */
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
