import { Injectable } from '@nestjs/common';
import { namedQuery, Problem } from '@sprayhunt/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { Notifications } from '../notifications/notifications.js';
import { unknownPost } from './posts.service.js';

/** Limit for one player. */
const MAX_HIDDEN = 1_000;

const LOCK_SHOWN = `SELECT author_id AS "authorId", thread_id AS "threadId" FROM posts WHERE id = $1
  AND deleted_at IS NULL AND moderated IS NULL FOR UPDATE`;
const INSERT_LIKE = `INSERT INTO post_likes (post_id, account_id) SELECT $1, id FROM accounts WHERE id = $2
  ON CONFLICT DO NOTHING RETURNING post_id`;
const DELETE_LIKE = `DELETE FROM post_likes WHERE post_id = $1 AND account_id = $2 RETURNING post_id`;
const COUNT_LIKE = `UPDATE posts SET likes = likes + $2 WHERE id = $1`;
const LOCK_OWN = `SELECT FROM accounts WHERE id = $1 FOR NO KEY UPDATE`;
/** Counts the hidden posts other than $2. */
const COUNT_HIDDEN = `SELECT count(*)::int AS n FROM hidden_posts WHERE account_id = $1 AND post_id <> $2`;
const INSERT_HIDDEN = `INSERT INTO hidden_posts (account_id, post_id) SELECT a.id, p.id FROM accounts a, posts p
  WHERE a.id = $1 AND p.id = $2 ON CONFLICT DO NOTHING`;
const DELETE_HIDDEN = `DELETE FROM hidden_posts WHERE account_id = $1 AND post_id = $2`;

/** Likes of posts, and posts that a player hides for themselves. */
@Injectable()
export class PostReactions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly notifications: Notifications,
  ) {}

  /** Likes a post; a second time changes nothing. @throws Problem `NOT_FOUND` */
  like(accountId: string, postId: string): Promise<void> {
    return this.dataSource.transaction(async (tx) => {
      const { authorId, threadId } = await lockShown(tx, postId);
      const added = await namedQuery(tx, 'like-post', INSERT_LIKE, [postId, accountId]);
      if (added.length === 0) return;
      await tx.query(COUNT_LIKE, [postId, 1]);
      // A removed and repeated like causes only one notification.
      await this.notifications.add(tx, [
        {
          accountId: authorId,
          kind: 'like',
          sourceId: `${postId} ${accountId}`,
          groupKey: postId,
          actorId: accountId,
          subject: { type: 'thread', id: threadId },
        },
      ]);
    });
  }

  /** Removes a like; without one nothing changes. @throws Problem `NOT_FOUND` */
  unlike(accountId: string, postId: string): Promise<void> {
    return this.dataSource.transaction(async (tx) => {
      await lockShown(tx, postId);
      const removed = await namedQuery(tx, 'unlike-post', DELETE_LIKE, [postId, accountId]);
      if (removed.length > 0) await tx.query(COUNT_LIKE, [postId, -1]);
    });
  }

  /** @throws Problem `NOT_FOUND`, `LIST_FULL` */
  async hide(accountId: string, postId: string): Promise<void> {
    if (!z.uuid().safeParse(postId).success) throw unknownPost();
    await this.dataSource.transaction(async (tx) => {
      await tx.query(LOCK_OWN, [accountId]);
      const [hidden] = await tx.query<[{ n: number }]>(COUNT_HIDDEN, [accountId, postId]);
      if (hidden.n >= MAX_HIDDEN)
        throw new Problem(
          'LIST_FULL',
          `You have hidden ${MAX_HIDDEN.toLocaleString('en')} posts. Show one again first.`,
        );
      await tx.query(INSERT_HIDDEN, [accountId, postId]);
    });
  }

  async show(accountId: string, postId: string): Promise<void> {
    if (z.uuid().safeParse(postId).success) await this.dataSource.query(DELETE_HIDDEN, [accountId, postId]);
  }
}

async function lockShown(tx: EntityManager, postId: string) {
  const [post] = z.uuid().safeParse(postId).success
    ? await namedQuery<{ authorId: string; threadId: string }>(tx, 'lock-shown-post', LOCK_SHOWN, [postId])
    : [];
  if (!post) throw unknownPost();
  return post;
}
