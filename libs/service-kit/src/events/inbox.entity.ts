import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Records that a handler of this service has applied an event; written in the same transaction. */
@Entity('inbox')
export class InboxRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'inbox_pkey' })
  handler: string;

  @PrimaryColumn('uuid', { name: 'event_id', primaryKeyConstraintName: 'inbox_pkey' })
  eventId: string;

  @Column('timestamptz', { name: 'handled_at', default: () => 'now()' })
  handledAt: Date;
}
