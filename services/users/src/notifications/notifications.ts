import { Injectable } from '@nestjs/common';
import { playerNotified } from '@sprayhunt/contracts';
import { cutText, namedQuery, Outbox, uuidv7 } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import { PushMessages } from '../push/push-messages.js';
import type { NotificationKind, NotificationSubject } from './notification.entity.js';

/** The oldest ones beyond this number are deleted. */
const MAX_NOTIFICATIONS = 500;
/** Characters of a title. */
const MAX_TITLE_LENGTH = 120;

/** An occurrence that a player is notified of. */
export interface NotificationEntry {
  /** Account of the recipient. */
  accountId: string;
  kind: NotificationKind;
  /** Id of the cause: a player gets one notification for each kind and source. At most 120 characters. */
  sourceId: string;
  /**
   * Entries of a kind with the same key share one notification until it is read; by default each has its own. At most
   * 120 characters.
   */
  groupKey?: string;
  /** The actor's account. Players get no notification of their own actions, or of players whom they block or mute. */
  actorId?: string;
  subject?: NotificationSubject;
}

/** Adds notifications of players. */
@Injectable()
export class Notifications {
  constructor(
    private readonly outbox: Outbox,
    private readonly push: PushMessages,
  ) {}

  /**
   * Adds notifications in `tx`, and publishes them for open pages. It skips entries for accounts that are unknown or
   * not verified, for suspended accounts (except about moderation), for kinds that the player has turned off, and for
   * sources that the player was notified of before. Call it once per transaction with all entries, as late as possible:
   * it locks the unread notifications of these accounts in the order of their ids.
   */
  async add(tx: EntityManager, entries: readonly NotificationEntry[]): Promise<void> {
    const uniqueEntries = [
      ...new Map(
        entries
          .filter(({ accountId, actorId }) => accountId !== actorId)
          .map((entry) => [`${entry.accountId} ${entry.kind} ${entry.sourceId}`, entry]),
      ).values(),
    ];
    if (uniqueEntries.length === 0) return;
    const added = await namedQuery<{ id: string; accountId: string; kind: NotificationKind; isNew: boolean }>(
      tx,
      'add-notifications',
      INSERT_NOTIFICATIONS,
      [
        uniqueEntries.map(() => uuidv7()),
        uniqueEntries.map(({ accountId }) => accountId),
        uniqueEntries.map(({ kind }) => kind),
        uniqueEntries.map(({ sourceId }) => sourceId),
        uniqueEntries.map(({ groupKey, sourceId }) => groupKey ?? sourceId),
        uniqueEntries.map(({ actorId }) => actorId ?? null),
        uniqueEntries.map(({ subject = {} }) =>
          JSON.stringify({ ...subject, ...(subject.title && { title: cutText(subject.title, MAX_TITLE_LENGTH) }) }),
        ),
      ],
    );
    if (added.length === 0) return;
    await namedQuery(tx, 'trim-notifications', DELETE_EXCESS, [[...new Set(added.map(({ accountId }) => accountId))]]);
    await this.publishCounts(tx, new Map(added.map(({ accountId, kind }) => [accountId, kind])));
    await this.push.schedule(
      tx,
      added.filter(({ isNew }) => isNew),
    );
  }

  /**
   * Publishes the number of unread notifications for the open pages of players.
   * @param accounts each with the kind of the added notification, or null if some were only read
   */
  async publishCounts(tx: EntityManager, accounts: ReadonlyMap<string, NotificationKind | null>): Promise<void> {
    const counts = await namedQuery<{ accountId: string; unread: number }>(tx, 'count-unread', COUNT_UNREAD, [
      [...accounts.keys()],
    ]);
    await this.outbox.addMany(
      tx,
      playerNotified,
      counts.map(({ accountId, unread }) => ({ data: { accountId, unread, kind: accounts.get(accountId) ?? null } })),
    );
  }
}

/**
 * Accounts are locked in the order of their ids, so that transactions cannot deadlock. A group shows its last entry.
 */
const INSERT_NOTIFICATIONS = `
  WITH told AS MATERIALIZED (
    SELECT id FROM accounts WHERE id = ANY ($2::uuid[]) AND status = 'verified' ORDER BY id FOR KEY SHARE
  ), given AS MATERIALIZED (
    SELECT g.* FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::uuid[], $7::jsonb[])
        WITH ORDINALITY AS g (id, account_id, kind, source_id, group_key, actor_id, subject, ordinal)
      JOIN told ON told.id = g.account_id
      LEFT JOIN notification_settings s ON s.account_id = g.account_id
    WHERE (s.off IS NULL OR g.kind <> ALL (s.off))
      AND (g.kind = 'moderation' OR NOT EXISTS (SELECT FROM account_standings st WHERE st.account_id = g.account_id
        AND st.suspended_until > now()))
      AND NOT EXISTS (SELECT FROM player_filters f WHERE f.account_id = g.account_id
        AND f.other_account_id = g.actor_id)
  ), fresh AS (
    INSERT INTO notification_sources (account_id, kind, source_id) SELECT account_id, kind, source_id FROM given
      ORDER BY 1, 2, 3
    ON CONFLICT DO NOTHING RETURNING account_id, kind, source_id
  ), grouped AS (
    SELECT account_id, kind, group_key, (array_agg(id))[1] AS id, count(*)::int AS count,
      (array_agg(DISTINCT actor_id) FILTER (WHERE actor_id IS NOT NULL))[:3] AS actor_ids,
        (array_agg(subject ORDER BY ordinal DESC))[1] AS subject
    FROM fresh JOIN given USING (account_id, kind, source_id) GROUP BY account_id, kind, group_key
      ORDER BY account_id, kind, group_key
  )
  INSERT INTO notifications AS n (id, account_id, kind, group_key, count, actor_ids, subject)
  SELECT id, account_id, kind, group_key, count, coalesce(actor_ids, '{}'), subject FROM grouped
  ON CONFLICT (account_id, kind, group_key) WHERE read_at IS NULL DO UPDATE SET
    count = n.count + excluded.count, subject = excluded.subject, happened_at = now(),
    actor_ids = (excluded.actor_ids || array(SELECT former FROM unnest(n.actor_ids) AS former
      WHERE former <> ALL (excluded.actor_ids)))[:3]
  RETURNING id, account_id AS "accountId", kind, xmax = 0 AS "isNew"`;

const DELETE_EXCESS = `
  DELETE FROM notifications n USING unnest($1::uuid[]) AS told (account_id)
  WHERE n.account_id = told.account_id AND (n.happened_at, n.id) <= (
    SELECT o.happened_at, o.id FROM notifications o WHERE o.account_id = told.account_id
      ORDER BY o.happened_at DESC, o.id DESC OFFSET ${MAX_NOTIFICATIONS} LIMIT 1)`;

const COUNT_UNREAD = `
  SELECT told.account_id AS "accountId", (SELECT count(*)::int FROM notifications n WHERE n.account_id = told.account_id
    AND n.read_at IS NULL) AS unread
  FROM unnest($1::uuid[]) AS told (account_id)`;
