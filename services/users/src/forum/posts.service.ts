import { Injectable } from '@nestjs/common';
import {
  IdempotentTransaction,
  type Identity,
  languageOf,
  namedQuery,
  parseInput,
  Problem,
  searchText,
  uuidv7,
} from '@sprayhunt/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { AchievementActions } from '../achievements/achievement-actions.js';
import { Notifications, type NotificationEntry } from '../notifications/notifications.js';
import type * as Schema from '../schema.generated.js';
import { replaceMentions, findMentioned } from './mentions.js';
import { PostLimits } from './post-limits.js';
import { newReply, newThread, postChange } from './post.input.js';
import { EDITABLE_FOR } from './post-reads.js';
import { stemmingOf } from './post-search.js';

const uuid = z.uuid();

const INSERT_THREAD = `
  INSERT INTO posts (id, thread_id, author_id, title, content, language, search_words)
  VALUES ($1, $1, $2, $3, $4, $5, to_tsvector(${stemmingOf('$5')}, $6))`;
const INSERT_REPLY = `
  INSERT INTO posts (id, thread_id, author_id, content, language, search_words)
  VALUES ($1, $2, $3, $4, $5, to_tsvector(${stemmingOf('$5')}, $6))`;
const COUNT_REPLY = `UPDATE posts SET replies = replies + 1, active_at = now() WHERE id = $1`;

/** The thread of a post, locked: whatever changes a thread's posts locks it first. */
const LOCK_THREAD = `
  SELECT id, author_id AS "authorId", moderated, deleted_at AS "deletedAt",
    EXISTS (SELECT FROM player_filters f WHERE f.account_id = author_id AND f.other_account_id = $2
      AND f.kind = 'block') AS "hasBlocked"
  FROM posts WHERE id = (SELECT thread_id FROM posts WHERE id = $1) FOR UPDATE`;
const LOCK_OWN = `
  SELECT id, thread_id AS "threadId", title, content, moderated, created_at + ${EDITABLE_FOR} > now() AS "isEditable"
  FROM posts WHERE id = $1 AND author_id = $2 FOR UPDATE`;
const EDIT = `
  UPDATE posts SET title = $2, content = $3, edited_at = now(), search_words = to_tsvector(${stemmingOf('language')},
    $4) WHERE id = $1`;

const EMPTY_THREAD = `
  UPDATE posts SET title = '', content = '', author_id = NULL, deleted_at = now(), edited_at = NULL, moderated = NULL,
    likes = 0 WHERE id = $1 AND replies > 0`;
const FORGET_EMPTIED = [`DELETE FROM post_likes WHERE post_id = $1`, `DELETE FROM post_mentions WHERE post_id = $1`];
const DELETE_POST = `DELETE FROM posts WHERE id = $1`;
const COUNT_GONE_REPLY = `
  UPDATE posts t SET replies = replies - 1, active_at = coalesce((SELECT created_at FROM posts r
    WHERE r.thread_id = t.id AND r.id <> t.id ORDER BY r.id DESC LIMIT 1), t.created_at)
  WHERE id = $1`;
const DELETE_EMPTY_STUB = `DELETE FROM posts WHERE id = $1 AND deleted_at IS NOT NULL AND replies = 0`;

interface OwnPost {
  id: string;
  threadId: string;
  title: string | null;
  content: string;
  moderated: string | null;
  isEditable: boolean;
}

/** Writing, changing and deleting posts. */
@Injectable()
export class PostsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transaction: IdempotentTransaction,
    private readonly limits: PostLimits,
    private readonly notifications: Notifications,
    private readonly achievements: AchievementActions,
  ) {}

  /**
   * @returns the thread's id
   * @throws Problem `VALIDATION_FAILED`, `RATE_LIMITED`, `UNAUTHENTICATED`
   */
  async createThread(input: Schema.MutationCreateThreadArgs['input'], caller: Identity): Promise<string> {
    const { title, content } = parseInput(newThread, input);
    await this.limits.use(caller.subject!);
    return this.transaction.run(async (tx) => {
      const id = uuidv7();
      await lockWriter(tx, caller.subject!);
      const mentioned = await findMentioned(tx, caller.subject!, content);
      await tx.query(INSERT_THREAD, [
        id,
        caller.subject,
        title,
        content,
        languageOf(caller),
        searchText(`${title}\n${content}`),
      ]);
      const named = await replaceMentions(tx, id, mentioned);
      const earned = await this.achievements.recordPost(tx, caller.subject!, 'post', id);
      await this.notifications.add(tx, [...earned, ...mentionsIn({ id, threadId: id }, caller.subject!, named)]);
      return id;
    });
  }

  /**
   * @returns the reply's id
   * @throws Problem `VALIDATION_FAILED`, `RATE_LIMITED`, `UNAUTHENTICATED`, `NOT_FOUND`, `THREAD_CLOSED` where the
   *   thread is deleted or removed by moderators, `CANNOT_REPLY` where its author has blocked the caller
   */
  async reply(threadId: string, text: string, caller: Identity): Promise<string> {
    const { content } = parseInput(newReply, { content: text });
    if (!uuid.safeParse(threadId).success) throw unknownPost();
    await this.limits.use(caller.subject!);
    return this.transaction.run((tx) => this.addReply(tx, threadId, content, caller));
  }

  private async addReply(tx: EntityManager, threadId: string, content: string, caller: Identity): Promise<string> {
    const id = uuidv7();
    const writer = caller.subject!;
    await lockWriter(tx, writer);
    const mentioned = await findMentioned(tx, writer, content);
    const thread = await lockThread(tx, threadId, writer);
    if (thread.deletedAt || thread.moderated)
      throw new Problem('THREAD_CLOSED', 'This discussion takes no more replies.');
    if (thread.hasBlocked) throw new Problem('CANNOT_REPLY', 'You cannot reply in this discussion.');
    await tx.query(INSERT_REPLY, [id, thread.id, writer, content, languageOf(caller), searchText(content)]);
    await tx.query(COUNT_REPLY, [thread.id]);
    const named = await replaceMentions(tx, id, mentioned);
    const earned = await this.achievements.recordPost(tx, writer, 'reply', id);
    const reply: NotificationEntry = {
      accountId: thread.authorId!,
      kind: 'reply',
      sourceId: id,
      groupKey: thread.id,
      actorId: writer,
      subject: { type: 'thread', id: thread.id },
    };
    // The author of the thread gets one notification of a reply, mentioned or not.
    const others = named.filter((account) => account !== thread.authorId);
    await this.notifications.add(tx, [...earned, reply, ...mentionsIn({ id, threadId: thread.id }, writer, others)]);
    return id;
  }

  /**
   * Changes an own post within 15 minutes.
   * @throws Problem `VALIDATION_FAILED`, `NOT_FOUND`, `POST_NOT_EDITABLE` also if moderators have removed it
   */
  async edit(id: string, input: Schema.MutationEditPostArgs['input'], caller: Identity): Promise<void> {
    const change = parseInput(postChange, { title: input.title ?? undefined, content: input.content ?? undefined });
    await this.dataSource.transaction(async (tx) => {
      const mentioned = change.content === undefined ? [] : await findMentioned(tx, caller.subject!, change.content);
      const post = await lockOwn(tx, id, caller.subject!);
      if (post.moderated)
        throw new Problem('POST_NOT_EDITABLE', 'Moderators have removed this post, so it cannot be changed.');
      if (!post.isEditable) throw new Problem('POST_NOT_EDITABLE', 'A post can be changed for 15 minutes.');
      const title = post.title === null ? null : (change.title ?? post.title);
      const content = change.content ?? post.content;
      if (title === post.title && content === post.content) return;
      await tx.query(EDIT, [id, title, content, searchText(`${title ?? ''}\n${content}`)]);
      if (change.content === undefined) return;
      const named = await replaceMentions(tx, id, mentioned);
      await this.notifications.add(tx, mentionsIn({ id, threadId: post.threadId }, caller.subject!, named));
    });
  }

  /**
   * Deletes an own post. A thread with replies stays for them, without title, text and author.
   * @throws Problem `NOT_FOUND`
   */
  async delete(id: string, caller: Identity): Promise<void> {
    if (!uuid.safeParse(id).success) throw unknownPost();
    await this.dataSource.transaction(async (tx) => {
      await lockThread(tx, id, caller.subject!);
      const post = await lockOwn(tx, id, caller.subject!);
      if (post.id !== post.threadId) {
        await tx.query(DELETE_POST, [id]);
        await tx.query(COUNT_GONE_REPLY, [post.threadId]);
        await tx.query(DELETE_EMPTY_STUB, [post.threadId]);
        return;
      }
      const [, emptied] = await tx.query<[unknown, number]>(EMPTY_THREAD, [id]);
      if (emptied === 0) await tx.query(DELETE_POST, [id]);
      else for (const statement of FORGET_EMPTIED) await tx.query(statement, [id]);
    });
  }
}

/** Notifications of players whom a post mentions now and did not before. */
const mentionsIn = (
  post: { id: string; threadId: string },
  actorId: string,
  accounts: readonly string[],
): NotificationEntry[] =>
  accounts.map((accountId) => ({
    accountId,
    kind: 'mention',
    sourceId: post.id,
    groupKey: post.threadId,
    actorId,
    subject: { type: 'thread', id: post.threadId },
  }));

/** The author's account stays until `tx` ends. */
async function lockWriter(tx: EntityManager, accountId: string): Promise<void> {
  const found = await namedQuery(
    tx,
    'lock-writer',
    `SELECT FROM accounts WHERE id = $1 AND status = 'verified' FOR KEY SHARE`,
    [accountId],
  );
  if (found.length === 0) throw new Problem('UNAUTHENTICATED', 'Unauthorized: this account no longer exists.');
}

async function lockThread(tx: EntityManager, postId: string, accountId: string) {
  const [thread] = await namedQuery<{
    id: string;
    authorId: string | null;
    moderated: string | null;
    deletedAt: Date | null;
    hasBlocked: boolean;
  }>(tx, 'lock-thread', LOCK_THREAD, [postId, accountId]);
  if (!thread) throw unknownPost();
  return thread;
}

async function lockOwn(tx: EntityManager, id: string, accountId: string): Promise<OwnPost> {
  const [post] = uuid.safeParse(id).success
    ? await namedQuery<OwnPost>(tx, 'lock-own-post', LOCK_OWN, [id, accountId])
    : [];
  if (!post) throw unknownPost();
  return post;
}

export const unknownPost = () => new Problem('NOT_FOUND', 'There is no such post.');
