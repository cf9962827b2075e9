import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The stream store as this service last saw it; a younger one has lost what was sent to the old one. */
@Entity('known_streams')
export class KnownStream {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'known_streams_pkey' })
  stream: string;

  /** The server's own time stamp of the stream's creation. */
  @Column('text', { name: 'created' })
  created: string;

  @Column('bigint', { name: 'last_sequence' })
  lastSequence: string;
}
