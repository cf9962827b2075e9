import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A partner's client from `PartnerClientChanged`, or from its token if no event has arrived yet. */
@Entity({ name: 'partner_clients' })
export class PartnerClient {
  @PrimaryColumn('uuid', { name: 'client_id', primaryKeyConstraintName: 'partner_clients_pkey' })
  clientId: string;

  /** Account of the owner; null for a client that an operator created, and after its revocation. */
  @Index('partner_clients_owner', { where: 'owner_id IS NOT NULL' })
  @Column('uuid', { name: 'owner_id', nullable: true })
  ownerId: string | null;

  @Column('text', { array: true })
  scopes: string[];

  @Column('boolean', { name: 'is_revoked' })
  isRevoked: boolean;

  /** Version of the newest event; 0 for a client that is only known from its token. */
  @Column('integer')
  version: number;
}
