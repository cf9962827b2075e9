import type { Scope } from '@sprayhunt/service-kit';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Account } from '../accounts/account.entity.js';

/** A partner's OAuth client, which gets tokens by client credentials. */
@Entity({ name: 'oauth_clients' })
@Index('oauth_clients_name', ['name'], { unique: true, where: 'revoked_at IS NULL' })
export class OAuthClient {
  @PrimaryColumn('uuid', { name: 'client_id', primaryKeyConstraintName: 'oauth_clients_pkey' })
  clientId: string;

  /** Name of the partner, for operators. */
  @Column('text')
  name: string;

  @Column('text', { array: true })
  scopes: Scope[];

  /**
   * Addresses to which the issuer may redirect a player with a code; empty for a client that does not act for players.
   */
  @Column('text', { name: 'redirect_uris', array: true, default: () => "'{}'" })
  redirectUris: string[];

  /** An app on people's devices, which can keep no secret (RFC 6749, 2.1). */
  @Column('boolean', { name: 'is_public', default: false })
  isPublic: boolean;

  /** Account of the owner; null for clients that operators created. */
  @Index('oauth_clients_of_owner', { where: 'owner_id IS NOT NULL' })
  @Column('uuid', { name: 'owner_id', nullable: true })
  ownerId: string | null;

  /** See `hashOfSecret`. Null until its owner collects the first secret. */
  @Column('bytea', { name: 'secret_hash', nullable: true })
  secretHash: Buffer | null;

  /** The previous secret, valid until the time below. */
  @Column('bytea', { name: 'former_secret_hash', nullable: true })
  formerSecretHash: Buffer | null;

  @Column('timestamptz', { name: 'former_secret_until', nullable: true })
  formerSecretUntil: Date | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'rotated_at', nullable: true })
  rotatedAt: Date | null;

  /** When the client was revoked. */
  @Column('timestamptz', { name: 'revoked_at', nullable: true })
  revokedAt: Date | null;

  /** Grows with each change, so that other services can find the newest event. */
  @Column('int', { default: 0 })
  version: number;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'owner_id', foreignKeyConstraintName: 'oauth_clients_owner' })
  owner?: Account;
}
