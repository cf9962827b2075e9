import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An event that a transaction of this service stated and that is not sent yet; then it goes to `sent_events`. */
@Entity('outbox')
export class OutboxRow {
  /** UUIDv7 of the event, so the key is also the order of time. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'outbox_pkey' })
  id: string;

  @Column('text')
  subject: string;

  /** The whole CloudEvents envelope. */
  @Column('json')
  event: unknown;
}
