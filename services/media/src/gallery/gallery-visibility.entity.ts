import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a player has decided about the gallery: a projection of `GalleryVisibilityChanged`. Without a row it is shown. */
@Entity({ name: 'gallery_visibility' })
export class GalleryVisibility {
  @PrimaryColumn('uuid', { name: 'owner_id', primaryKeyConstraintName: 'gallery_visibility_pkey' })
  ownerId: string;

  @Column('boolean', { name: 'is_shown' })
  isShown: boolean;

  /** When it was decided; events may come in another order. */
  @Column('timestamptz', { name: 'as_of' })
  asOf: Date;
}
