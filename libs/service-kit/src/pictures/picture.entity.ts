import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** What a service knows of a picture that media has re-encoded: a projection of `MediaReady`. */
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
}
