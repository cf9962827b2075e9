import type { EntityManager } from 'typeorm';

/** From here on no one writes in this account's name, and no one mentions it. */
const LOCK_ACCOUNT = `SELECT FROM accounts WHERE id = $1 FOR UPDATE`;
/** In the order in which posts are locked everywhere: a thread before its replies, whose ids are later. */
const LOCK_POSTS = `
  SELECT FROM posts WHERE id IN (
    SELECT id FROM posts WHERE author_id = $1 UNION SELECT thread_id FROM posts WHERE author_id = $1 UNION SELECT post_id FROM post_likes WHERE account_id = $1)
  ORDER BY id FOR UPDATE`;
const TAKE_LIKES_BACK = `
  WITH gone AS (DELETE FROM post_likes WHERE account_id = $1 RETURNING post_id)
  UPDATE posts SET likes = likes - 1 FROM gone WHERE id = gone.post_id`;
const DELETE_REPLIES = `
  WITH gone AS (DELETE FROM posts WHERE author_id = $1 AND id <> thread_id RETURNING thread_id)
  UPDATE posts SET replies = replies - fewer.n FROM (SELECT thread_id, count(*)::int AS n FROM gone GROUP BY thread_id) AS fewer WHERE id = fewer.thread_id`;
/** Own threads without replies, and deleted ones of others that had this player's replies only. */
const DELETE_EMPTY_THREADS = `DELETE FROM posts WHERE id = thread_id AND replies = 0 AND (author_id = $1 OR id = ANY ($2::uuid[]) AND deleted_at IS NOT NULL)`;
const THREADS_REPLIED_TO = `SELECT DISTINCT thread_id AS id FROM posts WHERE author_id = $1 AND id <> thread_id`;
const EMPTIED_THREADS = `
  UPDATE posts SET title = '', content = '', author_id = NULL, deleted_at = now(), edited_at = NULL, moderated = NULL, likes = 0 WHERE author_id = $1 RETURNING id`;

/**
 * Deletes what an account has written, as its player could have done: replies go, threads with replies of others stay
 * without title, text and author. Likes are taken back.
 */
export async function erasePosts(tx: EntityManager, accountId: string): Promise<void> {
  await tx.query(LOCK_ACCOUNT, [accountId]);
  await tx.query(LOCK_POSTS, [accountId]);
  await tx.query(TAKE_LIKES_BACK, [accountId]);
  const repliedTo = await tx.query<{ id: string }[]>(THREADS_REPLIED_TO, [accountId]);
  await tx.query(DELETE_REPLIES, [accountId]);
  await tx.query(DELETE_EMPTY_THREADS, [accountId, repliedTo.map(({ id }) => id)]);
  const [emptied] = await tx.query<[{ id: string }[], number]>(EMPTIED_THREADS, [accountId]);
  const threads = emptied.map(({ id }) => id);
  await tx.query(`DELETE FROM post_likes WHERE post_id = ANY ($1::uuid[])`, [threads]);
  await tx.query(`DELETE FROM post_mentions WHERE post_id = ANY ($1::uuid[])`, [threads]);
}
