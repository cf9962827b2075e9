import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { ArtItem } from './art-item.entity.js';

/** A view of a work on a day; deleted afterwards. */
@Entity({ name: 'art_views' })
export class ArtView {
  @PrimaryColumn('uuid', { name: 'art_id' })
  artId: string;

  /** Keyed hash of viewer and day: anonymous, and different every day. */
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
