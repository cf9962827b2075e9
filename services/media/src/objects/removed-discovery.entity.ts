import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A tombstone of a work, for its `DiscoveryCreated`, which may arrive after its `DiscoveryRemoved`. */
@Entity({ name: 'removed_discoveries' })
export class RemovedDiscovery {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'removed_discoveries_pkey' })
  id: string;

  @Index('removed_discoveries_received')
  @Column('timestamptz', { name: 'received_at', default: () => 'now()' })
  receivedAt: Date;
}
