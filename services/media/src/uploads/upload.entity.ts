import { Column, CreateDateColumn, Entity, Index, PrimaryColumn } from 'typeorm';
import type { PhotoSuggestion } from '../pipeline/photo-suggestion.js';
import type { Refusal } from '../pipeline/picture-refused.js';

export type UploadPurpose = 'discovery' | 'avatar' | 'artwork';

/** A ticket for one picture, until it has expired. */
@Entity({ name: 'uploads' })
@Index('uploads_open', { synchronize: false })
@Index('uploads_address', ['addressHash', 'createdAt'])
export class Upload {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'owner_id' })
  ownerId: string;

  @Column('text')
  purpose: UploadPurpose;

  /** `ready` and `refused` are final. */
  @Column('text', { default: 'waiting' })
  state: 'waiting' | 'ready' | 'refused';

  /** Keyed hash of the client's address, for the limit. */
  @Column('text', { name: 'address_hash', nullable: true })
  addressHash: string | null;

  @Column('json', { nullable: true })
  refusal: Refusal | null;

  /** Kept while the response may have to be repeated. */
  @Column('json', { nullable: true })
  suggestion: PhotoSuggestion | null;

  /** Bytes of the whole file, as a tus client announced it; null for a file that comes in one PUT. */
  @Column('integer', { nullable: true })
  length: number | null;

  /** Bytes stored in `parts`; the rest is missing. Less than `length`, because a complete file is processed at once. */
  @Column('integer', { default: 0 })
  received: number;

  /** Keys of the parts in the object store, in order. */
  @Column('json', { default: [] })
  parts: string[];

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' })
  createdAt: Date;

  @Index('uploads_expiry')
  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;
}

const MEGABYTE = 1_048_576;

/** Largest upload in bytes: product.md gives 10485760, and 5242880 for pictures of players. */
export const byteCap = (purpose: UploadPurpose): number => (purpose === 'avatar' ? 5 : 10) * MEGABYTE;

/** Folder of an unfinished upload's parts in the object store. */
export const partsFolder = (id: string): string => `parts/${id}/`;
