import { Injectable } from '@nestjs/common';
import { SqlPool } from '@sprayhunt/service-kit';
import type { Notification } from './notification.entity.js';

/** A notification as its player sees it. */
export interface ShownNotification extends Pick<Notification, 'id' | 'kind' | 'count' | 'subject' | 'happenedAt'> {
  /** Public ids. */
  actorIds: string[];
  isRead: boolean;
}

/** Where the next page of a list begins: the time of the last notification, ISO 8601, and its id. */
export interface NotificationCursor {
  happenedAt: string;
  id: string;
}

const NEWEST: NotificationCursor = { happenedAt: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/**
 * The current subject of a notification: the title of a thread is read from the thread, so that it disappears when its
 * author deletes it or leaves.
 */
export const SUBJECT = `CASE WHEN subject ->> 'type' = 'thread' THEN subject || jsonb_build_object('title', (
  SELECT p.title FROM posts p WHERE p.id = (subject ->> 'id')::uuid AND p.deleted_at IS NULL AND p.moderated IS NULL))
    ELSE subject END AS subject`;

const LIST = {
  name: 'notifications',
  text: `SELECT id, kind, count, ${SUBJECT}, happened_at AS "happenedAt", read_at IS NOT NULL AS "isRead",
    array(SELECT public_id(actor) FROM unnest(actor_ids) AS actor) AS "actorIds"
    FROM notifications WHERE account_id = $1 AND (happened_at, id) < ($2::timestamptz, $3::uuid)
      ORDER BY happened_at DESC, id DESC LIMIT $4`,
};
const UNREAD = {
  name: 'unread-notifications',
  text: `SELECT count(*)::int AS unread FROM notifications WHERE account_id = $1 AND read_at IS NULL`,
};

/** A player's notifications. */
@Injectable()
export class NotificationReads {
  constructor(private readonly pool: SqlPool) {}

  /** The newest first. */
  async of(accountId: string, first: number, before: NotificationCursor = NEWEST) {
    const { rows } = await this.pool.query<ShownNotification>({
      ...LIST,
      values: [accountId, before.happenedAt, before.id, first + 1],
    });
    return { items: rows.slice(0, first), hasNextPage: rows.length > first };
  }

  async unread(accountId: string): Promise<number> {
    const { rows } = await this.pool.query<{ unread: number }>({ ...UNREAD, values: [accountId] });
    return rows[0]!.unread;
  }
}
