import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An event that a handler could not apply, with what it said, until a person has it replayed. */
@Entity('dead_letters')
export class DeadLetter {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'dead_letters_pkey' })
  handler: string;

  @PrimaryColumn('uuid', { name: 'event_id', primaryKeyConstraintName: 'dead_letters_pkey' })
  eventId: string;

  @Column('text')
  subject: string;

  /** The message as it arrived, which may be anything where it broke its contract. */
  @Column('text')
  payload: string;

  @Column('text')
  error: string;

  /** How often it was tried. */
  @Column('int')
  deliveries: number;

  @Column('timestamptz', { name: 'failed_at', default: () => 'now()' })
  failedAt: Date;

  /** Set by the replay command; the running service takes it from here. */
  @Column('timestamptz', { name: 'replay_requested_at', nullable: true })
  replayRequestedAt: Date | null;

  @Column('timestamptz', { name: 'replayed_at', nullable: true })
  replayedAt: Date | null;
}
