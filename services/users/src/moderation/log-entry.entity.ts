import { Column, Entity, PrimaryColumn } from 'typeorm';

export type LogAction = 'claimed' | 'decided' | 'appealed' | 'upheld' | 'overturned';

/**
 * An action of a moderator in a case. The database rejects UPDATE and DELETE. Texts are stored elsewhere, so that only
 * an id remains of an erased account, which no longer leads to a person.
 */
@Entity({ name: 'moderation_log' })
export class ModerationLogEntry {
  /** UUIDv7, so in the order of time. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'moderation_log_pkey' })
  id: string;

  @Column('uuid', { name: 'case_id' })
  caseId: string;

  @Column('uuid', { name: 'actor_id' })
  actorId: string;

  @Column('text')
  action: LogAction;

  /** The outcome of a decision. */
  @Column('text', { nullable: true })
  outcome: string | null;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  at: Date;
}
