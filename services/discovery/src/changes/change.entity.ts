import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Also the types of webhook messages. */
export const CHANGE_KINDS = [
  'work.created',
  'work.changed',
  'work.gone',
  'work.removed',
  'wall.created',
  'wall.changed',
  'wall.removed',
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/**
 * A committed change of a work or wall. One process at a time writes rows, so that they become visible in the order of
 * their positions; positions have gaps. Points are Web Mercator metres.
 */
@Entity({ name: 'changes' })
@Index('changes_at', ['at', 'position'])
export class Change {
  @PrimaryColumn('bigint', {
    primaryKeyConstraintName: 'changes_pkey',
    generated: 'identity',
    generatedIdentity: 'ALWAYS',
  })
  position: string;

  @Column('text')
  kind: ChangeKind;

  @Column('uuid')
  subject: string;

  /** When it was logged, within a second of its commit. */
  @Column('timestamptz')
  at: Date;

  /** Its place, or its place before the removal. Only filters read it. */
  @Column('point')
  place: string;

  /** Where it was before it moved. */
  @Column('point', { name: 'former_place', nullable: true })
  formerPlace: string | null;
}
