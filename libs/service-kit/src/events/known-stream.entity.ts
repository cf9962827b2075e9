import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The stream store as this service last saw it; a newer one has lost the events sent to the old one. */
@Entity('known_streams')
export class KnownStream {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'known_streams_pkey' })
  stream: string;

  /** The server's own time stamp of the stream's creation. */
  @Column('text', { name: 'created' })
  created: string;

  @Column('bigint', { name: 'last_sequence' })
  lastSequence: string;

  /** When it was last seen intact. */
  @Column('timestamptz', { name: 'checked_at', default: () => 'now()' })
  checkedAt: Date;

  /** Sequences of earlier events belong to a lost store. */
  @Column('timestamptz', { name: 'valid_since', default: () => 'now()' })
  validSince: Date;

  /** A running resend: events sent between these two times are sent again. */
  @Column('timestamptz', { name: 'resend_from', nullable: true })
  resendFrom: Date | null;

  @Column('timestamptz', { name: 'resend_until', nullable: true })
  resendUntil: Date | null;
}
