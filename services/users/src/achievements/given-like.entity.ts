import { Check, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Account } from '../accounts/account.entity.js';

/** A like that a player has given, once for each work, even if removed later. */
@Entity({ name: 'social_deeds' })
@Check('social_deeds_kind', `kind IN ('like')`)
export class GivenLike {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'social_deeds_pkey' })
  accountId: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'social_deeds_pkey' })
  kind: 'like';

  /** The discovery. */
  @PrimaryColumn('uuid', { name: 'source_id', primaryKeyConstraintName: 'social_deeds_pkey' })
  sourceId: string;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'social_deeds_account' })
  account?: Account;
}
