import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Confirmation of one service for the erasure of one account. Kept as proof; it contains no personal data. */
@Entity({ name: 'erasures' })
@Index('erasures_outstanding', ['askedAt'], { where: 'confirmed_at IS NULL' })
export class Erasure {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'erasures_pkey' })
  accountId: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'erasures_pkey' })
  service: string;

  @Column('timestamptz', { name: 'asked_at', default: () => 'now()' })
  askedAt: Date;

  /** When the service confirmed; null while outstanding. */
  @Column('timestamptz', { name: 'confirmed_at', nullable: true })
  confirmedAt: Date | null;
}
