import type { Scope } from '@sprayhunt/service-kit';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import { OAuthClient } from '../partners/oauth-client.entity.js';

/** Allows a client to get new tokens without the player, until the consent ends (OpenID Connect Core 1.0, 11). */
export const OFFLINE_ACCESS = 'offline_access';

/**
 * A player's consent that a partner's client acts in their name. It is also the issuer's grant with this id: without
 * the row no token is issued.
 */
@Entity({ name: 'app_consents' })
@Unique('app_consents_once', ['accountId', 'clientId'])
export class AppConsent {
  /** Also in its tokens, so that they can be revoked. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'app_consents_pkey' })
  id: string;

  @Column('uuid', { name: 'account_id' })
  accountId: string;

  @Index('app_consents_of_client')
  @Column('uuid', { name: 'client_id' })
  clientId: string;

  @Column('text', { array: true })
  scopes: (Scope | typeof OFFLINE_ACCESS)[];

  @Column({ type: 'timestamptz', name: 'agreed_at', precision: 3, default: () => 'now()' })
  agreedAt: Date;

  /** When the client last got a token. */
  @Column({ type: 'timestamptz', name: 'last_used_at', precision: 3, nullable: true })
  lastUsedAt: Date | null;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'app_consents_account' })
  account?: Account;

  @ManyToOne(() => OAuthClient, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'client_id', foreignKeyConstraintName: 'app_consents_client' })
  client?: OAuthClient;
}
