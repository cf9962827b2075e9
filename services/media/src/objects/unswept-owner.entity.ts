import { Entity, PrimaryColumn } from 'typeorm';

/** An erased account whose objects may still be in the store; the erasure is confirmed afterwards. */
@Entity({ name: 'unswept_owners' })
export class UnsweptOwner {
  @PrimaryColumn('uuid', { name: 'owner_id', primaryKeyConstraintName: 'unswept_owners_pkey' })
  ownerId: string;
}
