import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';
import { Account } from '../accounts/account.entity.js';

/** A browser that gets push messages until the session in which its player turned them on ends. */
@Entity({ name: 'push_subscriptions' })
@Check(
  'push_subscriptions_lengths',
  'length(session_id) <= 100 AND length(endpoint) <= 1000 AND length(p256dh) <= 100 AND length(auth) <= 100',
)
@Unique('push_subscriptions_endpoint', ['endpoint'])
@Index('push_subscriptions_of_account', ['accountId', 'renewedAt'])
export class PushSubscription {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'push_subscriptions_pkey' })
  id: string;

  @Column('uuid', { name: 'account_id' })
  accountId: string;

  /** The gateway's session id. */
  @Column('text', { name: 'session_id' })
  sessionId: string;

  /** Secret address of the browser at its push service. */
  @Column('text')
  endpoint: string;

  /** Public key of the browser, base64url. */
  @Column('text')
  p256dh: string;

  /** Secret shared with the browser, base64url. */
  @Column('text')
  auth: string;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt: Date;

  /** When the page of the browser was last opened. */
  @Index('push_subscriptions_renewed')
  @Column({ type: 'timestamptz', name: 'renewed_at', precision: 3, default: () => 'now()' })
  renewedAt: Date;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'push_subscriptions_account' })
  account?: Account;
}
