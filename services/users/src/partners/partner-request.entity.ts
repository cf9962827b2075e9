import type { Scope } from '@sprayhunt/service-kit';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Account } from '../accounts/account.entity.js';

/** A player's request for a client. The client of an approved request has the same id. */
@Entity({ name: 'partner_requests' })
@Check(
  'partner_requests_lengths',
  'length(name) <= 120 AND length(purpose) <= 1000 AND length(website) <= 500 AND length(reason) <= 1000',
)
@Check('partner_requests_decided', '(decided_at IS NULL) = (is_approved IS NULL)')
@Index('partner_requests_of_account', ['accountId', 'createdAt'])
@Index('partner_requests_waiting', ['createdAt', 'id'], { where: 'decided_at IS NULL' })
@Index('partner_requests_declined', ['decidedAt'], { where: 'NOT is_approved' })
export class PartnerRequest {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'partner_requests_pkey' })
  id: string;

  @Column('uuid', { name: 'account_id' })
  accountId: string;

  @Column('text')
  name: string;

  /** Purpose of the client, in the player's words. */
  @Column('text')
  purpose: string;

  @Column('text', { nullable: true })
  website: string | null;

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

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt: Date;

  @Column({ type: 'timestamptz', name: 'decided_at', precision: 3, nullable: true })
  decidedAt: Date | null;

  @Column('boolean', { name: 'is_approved', nullable: true })
  isApproved: boolean | null;

  /** The operator's reason, which the player reads. */
  @Column('text', { nullable: true })
  reason: string | null;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'partner_requests_account' })
  account?: Account;
}
