import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** What one service has to say to the erasure of one account. Kept as the proof that it was done; it names nobody. */
@Entity({ name: 'erasures' })
@Index('erasures_outstanding', ['askedAt'], { where: 'confirmed_at IS NULL' })
export class Erasure {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'erasures_pkey' })
  accountId: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'erasures_pkey' })
  service: string;

  @Column('timestamptz', { name: 'asked_at', default: () => 'now()' })
  askedAt: Date;

  /** When it held nothing of the account any more; null while that is outstanding. */
  @Column('timestamptz', { name: 'confirmed_at', nullable: true })
  confirmedAt: Date | null;
}
