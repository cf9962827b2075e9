import type { EntityManager } from 'typeorm';

/** From here on no one posts in this account's name or mentions it. */
const LOCK_ACCOUNT = `SELECT FROM accounts WHERE id = $1 FOR UPDATE`;
/** In the common lock order: a thread before its replies, which have later ids. */
const LOCK_POSTS = `
  SELECT FROM posts WHERE id IN (
    SELECT id FROM posts WHERE author_id = $1 UNION SELECT thread_id FROM posts WHERE author_id = $1 UNION
      SELECT post_id FROM post_likes WHERE account_id = $1)
  ORDER BY id FOR UPDATE`;
const DELETE_LIKES = `
  WITH gone AS (DELETE FROM post_likes WHERE account_id = $1 RETURNING post_id)
  UPDATE posts SET likes = likes - 1 FROM gone WHERE id = gone.post_id`;
const DELETE_REPLIES = `
  WITH gone AS (DELETE FROM posts WHERE author_id = $1 AND id <> thread_id RETURNING thread_id)
  UPDATE posts SET replies = replies - fewer.n FROM (SELECT thread_id, count(*)::int AS n FROM gone
    GROUP BY thread_id) AS fewer WHERE id = fewer.thread_id`;
/** Own threads without replies, and deleted threads of others that only had replies of this player. */
const DELETE_EMPTY_THREADS = `DELETE FROM posts WHERE id = thread_id AND replies = 0
  AND (author_id = $1 OR id = ANY ($2::uuid[]) AND deleted_at IS NOT NULL)`;
const SELECT_REPLIED_THREADS = `SELECT DISTINCT thread_id AS id FROM posts WHERE author_id = $1 AND id <> thread_id`;
const SELECT_EMPTIED_THREADS = `
  UPDATE posts SET title = '', content = '', author_id = NULL, deleted_at = now(), edited_at = NULL, moderated = NULL,
    likes = 0 WHERE author_id = $1 RETURNING id`;

/**
 * Deletes an account's posts in the same way as its player could: replies are deleted, threads with replies of others
 * stay without title, text and author. Likes are removed.
 */
export async function erasePosts(tx: EntityManager, accountId: string): Promise<void> {
  await tx.query(LOCK_ACCOUNT, [accountId]);
  await tx.query(LOCK_POSTS, [accountId]);
  await tx.query(DELETE_LIKES, [accountId]);
  const repliedThreads = await tx.query<{ id: string }[]>(SELECT_REPLIED_THREADS, [accountId]);
  await tx.query(DELETE_REPLIES, [accountId]);
  await tx.query(DELETE_EMPTY_THREADS, [accountId, repliedThreads.map(({ id }) => id)]);
  const [emptied] = await tx.query<[{ id: string }[], number]>(SELECT_EMPTIED_THREADS, [accountId]);
  const threads = emptied.map(({ id }) => id);
  await tx.query(`DELETE FROM post_likes WHERE post_id = ANY ($1::uuid[])`, [threads]);
  await tx.query(`DELETE FROM post_mentions WHERE post_id = ANY ($1::uuid[])`, [threads]);
}
