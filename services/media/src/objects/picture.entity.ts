import { Column, CreateDateColumn, Entity, Index, PrimaryColumn } from 'typeorm';
import type { UploadPurpose } from '../uploads/upload.entity.js';
import { PICTURE_SIZES, type PictureSize } from '../pipeline/picture-messages.js';

/** Key of one size of a picture. The last digits of the id are random and spread the folders. */
export const objectKey = (pictureId: string, size: PictureSize): string =>
  `objects/${pictureId.slice(-2)}/${pictureId}/${size}.webp`;

export const objectKeys = (pictureId: string): string[] => PICTURE_SIZES.map(([size]) => objectKey(pictureId, size));

/** Key of an object of a withheld picture. */
export const withheldKey = (key: string): string => key.replace(/^objects/, 'withheld');

/** A re-encoded picture in the store. */
@Entity({ name: 'pictures' })
@Index('pictures_unused', { synchronize: false })
@Index('pictures_erased', { synchronize: false })
export class Picture {
  /** The id of the upload that it came from. */
  @PrimaryColumn('uuid')
  id: string;

  @Index('pictures_owner')
  @Column('uuid', { name: 'owner_id' })
  ownerId: string;

  @Column('text')
  purpose: UploadPurpose;

  /** Pixels of the large size. */
  @Column('integer')
  width: number;

  @Column('integer')
  height: number;

  /** Base64. */
  @Column('text')
  thumbhash: string;

  /** Of all sizes together. */
  @Column('integer')
  bytes: number;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' })
  createdAt: Date;

  /** Null while it is used. */
  @Column('timestamptz', { name: 'unused_since', nullable: true, default: () => 'now()' })
  unusedSince: Date | null;

  /** Whether its owner's account is erased: it is removed at once, even if used. */
  @Column('boolean', { default: false })
  erased: boolean;

  /** Withheld by moderators. */
  @Column('boolean', { default: false })
  withheld: boolean;
}

/** An erased account whose objects may still be in the store; the erasure is confirmed after their removal. */
@Entity({ name: 'unswept_owners' })
export class UnsweptOwner {
  @PrimaryColumn('uuid', { name: 'owner_id', primaryKeyConstraintName: 'unswept_owners_pkey' })
  ownerId: string;
}
