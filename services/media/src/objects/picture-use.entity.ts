import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Picture } from './picture.entity.js';

/** A use of a picture by a gallery, or by another service according to its events. */
@Entity({ name: 'picture_uses' })
export class PictureUse {
  @PrimaryColumn('text')
  kind: 'discovery' | 'avatar' | 'artwork';

  /** The discovery, the account, or the work in a gallery. */
  @PrimaryColumn('uuid', { name: 'source_id' })
  sourceId: string;

  @Index('picture_uses_picture')
  @Column('uuid', { name: 'picture_id' })
  pictureId: string;

  @ManyToOne(() => Picture, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'picture_id', foreignKeyConstraintName: 'picture_uses_picture_id_fkey' })
  picture: Relation<Picture>;

  /** Time of the use, for events out of order. */
  @Column('timestamptz', { name: 'as_of' })
  asOf: Date;
}
