import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An event of this service that is committed but not sent; once sent it moves to `sent_events`. */
@Entity('outbox')
export class OutboxRow {
  /** UUIDv7 of the event, so the key is also in time order. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'outbox_pkey' })
  id: string;

  @Column('text')
  subject: string;

  /** The whole CloudEvents envelope. */
  @Column('json')
  event: unknown;
}
