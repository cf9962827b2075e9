import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { ArtItem } from './art-item.entity.js';

/** That somebody has looked at a work on a day; kept until the day is over. */
@Entity({ name: 'art_views' })
export class ArtView {
  @PrimaryColumn('uuid', { name: 'art_id' })
  artId: string;

  /** Keyed hash of viewer and day: it names nobody, and nobody can be followed from day to day. */
  @PrimaryColumn('text')
  viewer: string;

  /** In UTC. */
  @Index('art_views_day')
  @Column('date')
  day: string;

  @ManyToOne(() => ArtItem, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'art_id', foreignKeyConstraintName: 'art_views_art_id_fkey' })
  art?: Relation<ArtItem>;
}
