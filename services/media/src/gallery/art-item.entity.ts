import { Column, CreateDateColumn, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Picture } from '../objects/picture.entity.js';

export const ART_TYPES = ['graffiti', 'digital', 'photo', 'sketch'] as const;
export type ArtType = (typeof ART_TYPES)[number];

/** A work in a player's own gallery. */
@Entity({ name: 'art_items' })
@Index('art_items_gallery', ['ownerId', 'position', 'id'])
// Index on public_id(owner_id), position, id: only the migration can declare it.
@Index('art_items_public_gallery', { synchronize: false })
@Index('art_items_idempotency', ['ownerId', 'idempotencyKey'], { unique: true, where: 'idempotency_key IS NOT NULL' })
export class ArtItem {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'owner_id' })
  ownerId: string;

  @Index('art_items_picture')
  @Column('uuid', { name: 'picture_id' })
  pictureId: string;

  @ManyToOne(() => Picture, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'picture_id', foreignKeyConstraintName: 'art_items_picture_id_fkey' })
  picture?: Relation<Picture>;

  @Column('text')
  title: string;

  @Column('text', { nullable: true })
  description: string | null;

  @Column('text', { name: 'art_type' })
  artType: ArtType;

  @Column('integer', { default: 0 })
  views: number;

  /** Order in the gallery, ascending; may be negative and have gaps. */
  @Column('integer')
  position: number;

  /** Written by the former release, which may run beside this one; a migration of the next one drops it. */
  @Column('text', { name: 'idempotency_key', nullable: true })
  idempotencyKey: string | null;

  /** As `idempotencyKey`. */
  @Column('bytea', { name: 'idempotency_hash', nullable: true })
  idempotencyHash: Buffer | null;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' })
  createdAt: Date;
}
