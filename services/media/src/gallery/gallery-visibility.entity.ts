import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Visibility of a gallery: a projection of `GalleryVisibilityChanged`. Without a row it is visible. */
@Entity({ name: 'gallery_visibility' })
export class GalleryVisibility {
  @PrimaryColumn('uuid', { name: 'owner_id', primaryKeyConstraintName: 'gallery_visibility_pkey' })
  ownerId: string;

  @Column('boolean', { name: 'is_shown' })
  isShown: boolean;

  /** Time of the change, for events out of order. */
  @Column('timestamptz', { name: 'as_of' })
  asOf: Date;

  /** Of its event; null for an event without one, which counts by its time. */
  @Column('integer', { nullable: true })
  version: number | null;
}
