import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An event that a transaction of this service stated; kept 30 days after it was sent. */
@Entity('outbox')
@Index('outbox_unsent', ['id'], { where: 'sent_at IS NULL' })
export class OutboxRow {
  /** UUIDv7 of the event, so the key is also the order of time. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'outbox_pkey' })
  id: string;

  @Column('text')
  subject: string;

  /** The whole CloudEvents envelope. */
  @Column('json')
  event: unknown;

  @Column('timestamptz', { name: 'sent_at', nullable: true })
  sentAt: Date | null;
}
