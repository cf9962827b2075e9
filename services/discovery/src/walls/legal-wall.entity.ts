import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';

/**
 * A wall where painting is allowed. The table also has `g`, the generated point on the map, and `search`, generated, by
 * which programs of an earlier release search.
 */
@Entity({ name: 'legal_walls' })
@Index('legal_walls_catalogue', ['catalogue', 'catalogueId'], { unique: true })
@Index('legal_walls_nearby', { synchronize: false })
@Index('legal_walls_directory', ['country', 'city', 'name', 'id'])
@Index('legal_walls_search', { synchronize: false })
@Index('legal_walls_without_words', { synchronize: false })
@Index('legal_walls_search_words', { synchronize: false })
@Index('legal_walls_place', ['latitude', 'longitude', 'id'])
export class LegalWall {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  @Column('text')
  city: string;

  @Column('text')
  country: string;

  @Column('text')
  address: string;

  /** Null means always open. */
  @Column('text', { nullable: true })
  hours: string | null;

  @Column('text')
  description: string;

  /** Degrees, WGS 84. */
  @Column('double precision')
  latitude: number;

  @Column('double precision')
  longitude: number;

  /** Source of this entry. */
  @Column('text', { nullable: true })
  source: string | null;

  /** Name of its data set. */
  @Column('text')
  catalogue: string;

  /** Its id in that data set. */
  @Column('text', { name: 'catalogue_id' })
  catalogueId: string;

  /** The folded words of name, place and address (`wall-search.ts`); null until they are made. */
  @Column('tsvector', { name: 'search_words', nullable: true, select: false })
  searchWords: string | null;
}

/** A wall that a member has saved. */
@Entity({ name: 'saved_walls' })
export class SavedWall {
  @PrimaryColumn('uuid', { name: 'player_id', primaryKeyConstraintName: 'saved_walls_key' })
  playerId: string;

  @Index('saved_walls_wall')
  @PrimaryColumn('uuid', { name: 'wall_id', primaryKeyConstraintName: 'saved_walls_key' })
  wallId: string;

  @ManyToOne(() => LegalWall, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'wall_id', foreignKeyConstraintName: 'saved_walls_of' })
  wall: LegalWall;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
