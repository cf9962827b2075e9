import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An event that a handler could not apply, with its error, until an operator replays it. */
@Entity('dead_letters')
export class DeadLetter {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'dead_letters_pkey' })
  handler: string;

  @PrimaryColumn('uuid', { name: 'event_id', primaryKeyConstraintName: 'dead_letters_pkey' })
  eventId: string;

  @Column('text')
  subject: string;

  /** The message as received, which may be anything if it violates its contract. */
  @Column('text')
  payload: string;

  @Column('text')
  error: string;

  /** Number of tries. */
  @Column('int')
  deliveries: number;

  @Column('timestamptz', { name: 'failed_at', default: () => 'now()' })
  failedAt: Date;

  /** Set by the replay command, read by the running service. */
  @Column('timestamptz', { name: 'replay_requested_at', nullable: true })
  replayRequestedAt: Date | null;

  @Column('timestamptz', { name: 'replayed_at', nullable: true })
  replayedAt: Date | null;
}
