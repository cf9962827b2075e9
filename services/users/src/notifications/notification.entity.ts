import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Account } from '../accounts/account.entity.js';

/** How often a player gets a digest by e-mail. */
export const DIGESTS = ['off', 'daily', 'weekly'] as const;
export type Digest = (typeof DIGESTS)[number];

export const NOTIFICATION_KINDS = [
  'award',
  'mission',
  'reply',
  'mention',
  'like',
  'moderation',
  'achievement',
  'event',
  'partner',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** The subject of a notification: ids and titles. */
export interface NotificationSubject {
  /** The kind of page that it leads to. A post leads to its thread. */
  type?: 'discovery' | 'thread' | 'mission' | 'event' | 'achievement' | 'moderation' | 'partner';
  /** Of the discovery, thread, mission, event, achievement, case or client. */
  id?: string;
  /** Title of the subject. Not stored for a thread, because it belongs to another player. */
  title?: string;
  /** Spray Coins. */
  tokens?: number;
  /**
   * Of a moderation the decision, of a partner's client `approved` or `declined`, of a live event `changed` or
   * `cancelled`; missing for a live event that ended with a reward.
   */
  outcome?: string;
}

/** A notification of a player: an occurrence, or several of one group until they are read. */
@Entity({ name: 'notifications' })
@Check(
  'notifications_kind',
  `kind IN ('award', 'mission', 'reply', 'mention', 'like', 'moderation', 'achievement', 'event', 'partner')`,
)
@Check('notifications_group_key', `length(group_key) <= 120`)
@Check('notifications_count', `count > 0`)
@Check('notifications_actors', `cardinality(actor_ids) <= 3`)
@Index('notifications_of_account', ['accountId', 'happenedAt', 'id'])
@Index('notifications_unread', ['accountId', 'kind', 'groupKey'], { unique: true, where: 'read_at IS NULL' })
export class Notification {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'notifications_pkey' })
  id: string;

  @Column('uuid', { name: 'account_id' })
  accountId: string;

  @Column('text')
  kind: NotificationKind;

  /** What its occurrences have in common, for example the liked work. */
  @Column('text', { name: 'group_key' })
  groupKey: string;

  /** Number of occurrences. */
  @Column('int')
  count: number;

  /** Accounts of the last actors. An erased actor has no player. */
  @Column('uuid', { name: 'actor_ids', array: true, default: '{}' })
  actorIds: string[];

  @Column('jsonb', { default: {} })
  subject: NotificationSubject;

  /** Time of the last occurrence. */
  @Index('notifications_happened')
  @Column({ type: 'timestamptz', name: 'happened_at', precision: 3, default: () => 'now()' })
  happenedAt: Date;

  @Column({ type: 'timestamptz', name: 'read_at', precision: 3, nullable: true })
  readAt: Date | null;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'notifications_account' })
  account?: Account;
}

/** Sources of a player's notifications, so that each causes only one. */
@Entity({ name: 'notification_sources' })
@Check('notification_sources_length', `length(source_id) <= 120`)
export class NotificationSource {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'notification_sources_pkey' })
  accountId: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'notification_sources_pkey' })
  kind: NotificationKind;

  @PrimaryColumn('text', { name: 'source_id', primaryKeyConstraintName: 'notification_sources_pkey' })
  sourceId: string;

  @Index('notification_sources_created')
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt: Date;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'notification_sources_account' })
  account?: Account;
}

/** A player's settings; without a row all kinds are on, and nothing is sent by e-mail. */
@Entity({ name: 'notification_settings' })
@Check('notification_settings_digest', `digest IN ('off', 'daily', 'weekly')`)
@Check('notification_settings_time_zone', 'length(time_zone) <= 64')
@Check('notification_settings_due', `(digest = 'off') = (digest_at IS NULL)`)
@Index('notification_settings_digest_at', ['digestAt'], { where: 'digest_at IS NOT NULL' })
export class NotificationSettings {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'notification_settings_pkey' })
  accountId: string;

  /** Kinds without notifications. */
  @Column('text', { array: true, default: '{}' })
  off: NotificationKind[];

  /** Kinds that are kept, but not sent by e-mail. */
  @Column('text', { name: 'email_off', array: true, default: '{}' })
  emailOff: NotificationKind[];

  /** Kinds that are kept, but not sent to browsers. */
  @Column('text', { name: 'push_off', array: true, default: '{}' })
  pushOff: NotificationKind[];

  @Column('text', { default: 'off' })
  digest: Digest;

  /** IANA name: that of the browser in which the player chose the digest, or the player's own choice. */
  @Column('text', { name: 'time_zone', default: 'UTC' })
  timeZone: string;

  /** When the next digest is due. */
  @Column({ type: 'timestamptz', name: 'digest_at', precision: 3, nullable: true })
  digestAt: Date | null;

  /** When the last digest was due and processed, even if it was empty. */
  @Column({ type: 'timestamptz', name: 'digested_at', precision: 3, nullable: true })
  digestedAt: Date | null;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'notification_settings_account' })
  account?: Account;
}
