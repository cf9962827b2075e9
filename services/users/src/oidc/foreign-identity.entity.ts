import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Account } from '../accounts/account.entity.js';

/** Maps a subject of another issuer to an account. */
@Entity({ name: 'foreign_identities' })
export class ForeignIdentity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'foreign_identities_pkey' })
  issuer: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'foreign_identities_pkey' })
  subject: string;

  @Index('foreign_identities_of_account')
  @Column('uuid', { name: 'account_id' })
  accountId: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'foreign_identities_account' })
  account?: Account;
}
