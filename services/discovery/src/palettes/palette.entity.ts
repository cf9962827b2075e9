import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A member's selection of colours of the chart. */
@Entity({ name: 'palettes' })
@Index('palettes_of_player', ['playerId', 'id'])
export class Palette {
  /** A version 7 UUID, so that ids are in the order of creation. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'palettes_key' })
  id: string;

  @Column('uuid', { name: 'player_id' })
  playerId: string;

  @Column('text')
  name: string;

  /** Codes of the chart, in the order they were chosen. */
  @Column('text', { array: true })
  colors: string[];

  @Column('timestamptz', { name: 'changed_at', default: () => 'now()' })
  changedAt: Date;
}
