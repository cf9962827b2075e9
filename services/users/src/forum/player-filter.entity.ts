import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Account } from '../accounts/account.entity.js';

/**
 * `mute` collapses the other player's posts and suppresses their notifications; `block` also keeps that player from
 * writing to this one.
 */
export type FilterKind = 'block' | 'mute';

/** A player who is blocked or muted by another one. */
@Entity({ name: 'player_filters' })
@Check('player_filters_kind', `kind IN ('block', 'mute')`)
@Check('player_filters_two', 'account_id <> other_account_id')
@Index('player_filters_of_other', ['otherAccountId'])
export class PlayerFilter {
  /** The player who set the filter. */
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'player_filters_pkey' })
  accountId: string;

  @PrimaryColumn('uuid', { name: 'other_account_id', primaryKeyConstraintName: 'player_filters_pkey' })
  otherAccountId: string;

  @Column('text')
  kind: FilterKind;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt: Date;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'player_filters_account' })
  account?: Account;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'other_account_id', foreignKeyConstraintName: 'player_filters_other' })
  other?: Account;
}
