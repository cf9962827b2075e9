import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The works in one cell of one level of the map: level `n` divides it into 2ⁿ × 2ⁿ cells. A cell without works has no
 * row. The parent of a cell has the key >> 2, and its descendants of one level have consecutive keys.
 */
@Entity({ name: 'map_cells' })
export class MapCell {
  @PrimaryColumn('smallint', { primaryKeyConstraintName: 'map_cells_pkey' })
  level: number;

  /** Interleaved bits of the cell's column and row (Morton order). */
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'map_cells_pkey' })
  key: string;

  @Column('integer')
  standing: number;

  @Column('integer')
  gone: number;

  /** The oldest of its standing works. */
  @Column('uuid', { name: 'standing_work', nullable: true })
  standingWork: string | null;

  @Column('uuid', { name: 'gone_work', nullable: true })
  goneWork: string | null;

  /** Title of its only work; null if there are more. */
  @Column('text', { nullable: true })
  title: string | null;

  /** Sums over its works, in units of the map (see tile.ts); divided by their number they give the centre. */
  @Column('bigint', { name: 'sum_x' })
  sumX: string;

  @Column('bigint', { name: 'sum_y' })
  sumY: string;

  /** Version of the batch that last changed the cell. */
  @Column('bigint')
  version: string;
}

/**
 * A change of a work or wall that is not logged and counted yet. Points are Web Mercator metres; null before its insert
 * and after its removal.
 */
@Entity({ name: 'map_changes' })
export class MapChange {
  /** In the order of the changes of a work or wall. */
  @PrimaryColumn('bigint', {
    primaryKeyConstraintName: 'map_changes_pkey',
    generated: 'identity',
    generatedIdentity: 'ALWAYS',
  })
  id: string;

  @Column('uuid')
  subject: string;

  @Column('boolean', { name: 'is_wall', default: false })
  isWall: boolean;

  /** Whether it changes the counts of the map: a new or removed work, or a changed place, state or title. */
  @Column('boolean', { name: 'is_mapped', default: true })
  isMapped: boolean;

  @Column('point', { name: 'was_at', nullable: true })
  wasAt: string | null;

  @Column('boolean', { name: 'was_gone', nullable: true })
  wasGone: boolean | null;

  @Column('point', { name: 'is_at', nullable: true })
  isAt: string | null;

  @Column('boolean', { name: 'is_gone', nullable: true })
  isGone: boolean | null;
}
