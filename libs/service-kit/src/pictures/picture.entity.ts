import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A picture that media has re-encoded: a projection of `MediaReady`. */
@Entity({ name: 'pictures' })
export class Picture {
  @PrimaryColumn('uuid')
  id: string;

  @Index('pictures_owner')
  @Column('uuid', { name: 'owner_id' })
  ownerId: string;

  @Column('integer')
  width: number;

  @Column('integer')
  height: number;

  /** Base64. */
  @Column('text')
  thumbhash: string;

  /** Size of the original file; null for older pictures. */
  @Column('integer', { name: 'sent_bytes', nullable: true })
  sentBytes: number | null;

  /** Media may remove it some time after this, unless it is used. */
  @Column('timestamptz', { name: 'usable_until', nullable: true })
  usableUntil: Date | null;
}
