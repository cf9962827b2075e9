import { Injectable } from '@nestjs/common';
import { type Language, SqlPool, webQuery } from '@sprayhunt/service-kit';
import { STEMMING } from './post-search.js';
import type { Post } from './post.entity.js';

/** State of a post: its text is shown, or the reason why not. */
export type PostState = 'shown' | 'hidden' | 'removed' | 'deleted';

/** A post as one player sees it, without its author, its mentions and its replies. */
export interface ShownPost extends Pick<
  Post,
  'id' | 'threadId' | 'title' | 'language' | 'likes' | 'createdAt' | 'editedAt' | 'activeAt'
> {
  /** The author's public id; null once deleted. */
  authorId: string | null;
  content: string | null;
  state: PostState;
  replyCount: number;
  liked: boolean;
  isOwn: boolean;
  isMuted: boolean;
  isHiddenByMe: boolean;
  editableUntil: Date | null;
}

/** How long an author can edit a post. */
export const EDITABLE_FOR = `interval '15 minutes'`;

const isFiltered = (kind: 'block' | 'mute', author = 'p.author_id') =>
  `EXISTS (SELECT FROM player_filters f WHERE f.account_id = $1 AND f.other_account_id = ${author}
    AND f.kind = '${kind}')`;
const TEXT_SHOWN = `p.deleted_at IS NULL AND (p.moderated IS NULL OR (p.moderated = 'hidden' AND p.author_id = $1))`;
const HIDDEN_BY_ME = `EXISTS (SELECT FROM hidden_posts h WHERE h.account_id = $1 AND h.post_id = p.id)`;

/** $1 is the account of the viewer. */
const COLUMNS = `p.id, p.thread_id AS "threadId", public_id(p.author_id) AS "authorId", p.language, p.likes,
  p.replies AS "replyCount",
  p.created_at AS "createdAt", p.edited_at AS "editedAt", p.active_at AS "activeAt",
  CASE WHEN ${TEXT_SHOWN} THEN p.title END AS title, CASE WHEN ${TEXT_SHOWN} THEN p.content END AS content,
  CASE WHEN p.deleted_at IS NOT NULL THEN 'deleted' ELSE coalesce(p.moderated, 'shown') END AS state,
  EXISTS (SELECT FROM post_likes l WHERE l.post_id = p.id AND l.account_id = $1) AS liked,
  coalesce(p.author_id = $1, false) AS "isOwn", ${isFiltered('mute')} AS "isMuted", ${HIDDEN_BY_ME} AS "isHiddenByMe",
  CASE WHEN p.author_id = $1 AND p.moderated IS NULL
    AND p.created_at + ${EDITABLE_FOR} > now() THEN p.created_at + ${EDITABLE_FOR} END AS "editableUntil"`;

const LISTED = `${TEXT_SHOWN} AND NOT ${isFiltered('block')} AND NOT ${HIDDEN_BY_ME}`;
const BEFORE = `(p.active_at, p.id) < ($2::timestamptz, $3::uuid) ORDER BY p.active_at DESC, p.id DESC LIMIT $4`;

const THREADS = {
  name: 'threads',
  text: `SELECT ${COLUMNS} FROM posts p WHERE p.id = p.thread_id AND ${LISTED} AND ${BEFORE}`,
};
const THREADS_IN_LANGUAGE = {
  name: 'threads-in-language',
  text: `SELECT ${COLUMNS} FROM posts p WHERE p.id = p.thread_id AND p.language = $5 AND ${LISTED} AND ${BEFORE}`,
};

/** A search covers this number of matching posts, the newest ones. */
const MAX_SEARCHED_POSTS = 1_000;
/** Each post is searched with the stemming of its own language; $5 are the folded words, $6 restricts the language. */
const MATCHES = Object.entries(STEMMING)
  .map(
    ([language, stemming]) =>
      `(s.language = '${language}' AND s.search_words @@ websearch_to_tsquery('pg_catalog.${stemming}', $5))`,
  )
  .join(' OR ');
const SEARCH_THREADS = {
  name: 'threads-found',
  text: `
    WITH newest AS MATERIALIZED (
      SELECT s.thread_id FROM posts s
      WHERE (${MATCHES}) AND ($6::text IS NULL OR s.language = $6) AND s.moderated IS NULL
        AND NOT ${isFiltered('block', 's.author_id')}
      ORDER BY s.id DESC LIMIT ${MAX_SEARCHED_POSTS})
    SELECT ${COLUMNS} FROM (SELECT DISTINCT thread_id FROM newest) AS found JOIN posts p ON p.id = found.thread_id
    WHERE p.deleted_at IS NULL AND p.moderated IS NULL AND NOT ${isFiltered('block')} AND NOT ${HIDDEN_BY_ME}
      AND ${BEFORE}`,
};

const REPLIES = {
  name: 'replies',
  text: `SELECT ${COLUMNS} FROM posts p WHERE p.thread_id = $2 AND p.id > $3::uuid AND NOT ${isFiltered('block')}
    ORDER BY p.id LIMIT $4`,
};
const THREAD_OF = {
  name: 'thread-of-post',
  text: `SELECT ${COLUMNS} FROM posts p WHERE p.id = (SELECT thread_id FROM posts WHERE id = $2)
    AND NOT ${isFiltered('block')}`,
};
const POST_BY_ID = { name: 'post', text: `SELECT ${COLUMNS} FROM posts p WHERE p.id = $2` };
const MENTIONS = {
  name: 'mentions-in-posts',
  text: `SELECT m.post_id AS "postId", m.written, a.username FROM post_mentions m JOIN accounts a ON a.id = m.account_id
    WHERE m.post_id = ANY ($1::uuid[]) ORDER BY m.written`,
};

/** Where the next page of threads begins: the last thread's activity, ISO 8601, and its id. */
export interface ThreadCursor {
  activeAt: string;
  id: string;
}

const NEWEST: ThreadCursor = { activeAt: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/** A player mentioned in a text: the name after the `@`, and the player's current username. */
export interface Mention {
  written: string;
  username: string;
}

/** The discussions as one player sees them: one named statement each. */
@Injectable()
export class PostReads {
  constructor(private readonly pool: SqlPool) {}

  /** Threads, latest activity first; with a search, the threads of the newest matching posts. */
  async threads(
    viewer: string,
    { search, language }: { search?: string; language?: Language },
    first: number,
    before: ThreadCursor = NEWEST,
  ) {
    const values = [viewer, before.activeAt, before.id, first + 1];
    if (search) return this.page({ ...SEARCH_THREADS, values: [...values, webQuery(search), language ?? null] }, first);
    return this.page(
      language ? { ...THREADS_IN_LANGUAGE, values: [...values, language] } : { ...THREADS, values },
      first,
    );
  }

  /** Replies of a thread, the oldest first, after the post of this id. */
  replies(viewer: string, threadId: string, first: number, after: string) {
    return this.page({ ...REPLIES, values: [viewer, threadId, after, first + 1] }, first);
  }

  /** The thread that a post belongs to; null for unknown posts and where the viewer has blocked its author. */
  async threadOf(viewer: string, postId: string): Promise<ShownPost | null> {
    const { rows } = await this.pool.query<ShownPost>({ ...THREAD_OF, values: [viewer, postId] });
    return rows[0] ?? null;
  }

  async byId(viewer: string, postId: string): Promise<ShownPost | null> {
    const { rows } = await this.pool.query<ShownPost>({ ...POST_BY_ID, values: [viewer, postId] });
    return rows[0] ?? null;
  }

  /** The mentioned players of each post. */
  async mentions(postIds: readonly string[]): Promise<Mention[][]> {
    const { rows } = await this.pool.query<Mention & { postId: string }>({ ...MENTIONS, values: [postIds] });
    return postIds.map((id) =>
      rows.filter(({ postId }) => postId === id).map(({ written, username }) => ({ written, username })),
    );
  }

  private async page(statement: { name: string; text: string; values: unknown[] }, first: number) {
    const { rows } = await this.pool.query<ShownPost>(statement);
    return { items: rows.slice(0, first), hasNextPage: rows.length > first };
  }
}
