import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The moderators' decision about a work. A withheld work is moved here from the discoveries. */
@Entity({ name: 'moderated_works' })
@Check('moderated_works_state', `state IN ('shown', 'hidden', 'removed')`)
@Index('moderated_works_player', ['playerId'])
@Index('moderated_works_source', ['source', 'sourceId'], { where: 'source_id IS NOT NULL' })
export class ModeratedWork {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'moderated_works_pkey' })
  id: string;

  @Column('text')
  state: 'shown' | 'hidden' | 'removed';

  /** Of the newest decision. */
  @Column('integer')
  version: number;

  @Column('uuid', { name: 'player_id', nullable: true })
  playerId: string | null;

  /** The key by which an import recognises it. */
  @Column('text', { nullable: true })
  source: string | null;

  @Column('text', { name: 'source_id', nullable: true })
  sourceId: string | null;

  /** The row of `discoveries`; null while it is shown. */
  @Column('jsonb', { nullable: true })
  work: object | null;

  /** The rows of `likes`. */
  @Column('jsonb', { default: [] })
  likes: object[];
}
