import type { Language } from '@sprayhunt/service-kit';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Account } from '../accounts/account.entity.js';

/** Effect of moderation on a post: its author still sees a `hidden` text, no one sees a `removed` one. */
export type Moderated = 'hidden' | 'removed';

/**
 * A post of the discussions: a thread, whose `threadId` is its own id, or a reply in one. The table also has
 * `search`, generated, by which programs of an earlier release search.
 */
@Entity({ name: 'posts' })
@Check('posts_language', `language IN ('en', 'fr', 'es', 'de')`)
@Check('posts_moderated', `moderated IN ('hidden', 'removed')`)
@Check('posts_title', `(id = thread_id) = (title IS NOT NULL)`)
@Check('posts_title_length', 'length(title) <= 120')
@Check('posts_content_length', 'length(content) <= 5000')
@Check('posts_likes', 'likes >= 0')
@Check('posts_replies', 'replies >= 0')
@Index('posts_of_thread', ['threadId', 'id'])
@Index('posts_of_author', ['authorId', 'id'])
@Index('posts_latest', ['activeAt', 'id'], { where: 'id = thread_id' })
@Index('posts_latest_in_language', ['language', 'activeAt', 'id'], { where: 'id = thread_id' })
@Index('posts_search', { synchronize: false })
@Index('posts_without_words', { synchronize: false })
@Index('posts_search_words', { synchronize: false })
export class Post {
  /** UUIDv7, so that posts of a thread are in the order of their ids. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'posts_pkey' })
  id: string;

  @Column('uuid', { name: 'thread_id' })
  threadId: string;

  /** Null once the post is deleted. */
  @Column('uuid', { name: 'author_id', nullable: true })
  authorId: string | null;

  /** Null for replies. */
  @Column('text', { nullable: true })
  title: string | null;

  @Column('text')
  content: string;

  /** The author's language when writing. */
  @Column('text')
  language: Language;

  /** Null unless moderators have changed it. */
  @Column('text', { nullable: true })
  moderated: Moderated | null;

  @Column('integer', { default: 0 })
  likes: number;

  /** Of a thread; 0 for replies. */
  @Column('integer', { default: 0 })
  replies: number;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt: Date;

  @Column({ type: 'timestamptz', name: 'edited_at', precision: 3, nullable: true })
  editedAt: Date | null;

  /** When its author deleted a thread that stays for its replies, without title, content and author. */
  @Column({ type: 'timestamptz', name: 'deleted_at', precision: 3, nullable: true })
  deletedAt: Date | null;

  /** Time of the thread's newest post, by which lists are sorted. */
  @Column({ type: 'timestamptz', name: 'active_at', precision: 3, default: () => 'now()' })
  activeAt: Date;

  /**
   * The folded words of title and content, stemmed in the post's language (`post-search.ts`); null until they are made.
   */
  @Column('tsvector', { name: 'search_words', nullable: true, select: false })
  searchWords: string | null;

  @ManyToOne(() => Post, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'thread_id', foreignKeyConstraintName: 'posts_thread' })
  thread?: Post;

  /** Posts are deleted before their account (`erase-posts.ts`); the key makes sure that none keeps its id. */
  @ManyToOne(() => Account, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'author_id', foreignKeyConstraintName: 'posts_author' })
  author?: Account;
}

@Entity({ name: 'post_likes' })
@Index('post_likes_of_account', ['accountId'])
export class PostLike {
  @PrimaryColumn('uuid', { name: 'post_id', primaryKeyConstraintName: 'post_likes_pkey' })
  postId: string;

  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'post_likes_pkey' })
  accountId: string;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt: Date;

  @ManyToOne(() => Post, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'post_id', foreignKeyConstraintName: 'post_likes_post' })
  post?: Post;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'post_likes_account' })
  account?: Account;
}

/** A player whom a post mentions by `@` and the username. */
@Entity({ name: 'post_mentions' })
@Index('post_mentions_of_account', ['accountId'])
export class PostMention {
  @PrimaryColumn('uuid', { name: 'post_id', primaryKeyConstraintName: 'post_mentions_pkey' })
  postId: string;

  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'post_mentions_pkey' })
  accountId: string;

  /** The name as the text has it, without the `@`. */
  @Column('text')
  written: string;

  @ManyToOne(() => Post, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'post_id', foreignKeyConstraintName: 'post_mentions_post' })
  post?: Post;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'post_mentions_account' })
  account?: Account;
}

/** A post that a player has hidden from their own lists. */
@Entity({ name: 'hidden_posts' })
@Index('hidden_posts_of_post', ['postId'])
export class HiddenPost {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'hidden_posts_pkey' })
  accountId: string;

  @PrimaryColumn('uuid', { name: 'post_id', primaryKeyConstraintName: 'hidden_posts_pkey' })
  postId: string;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'hidden_posts_account' })
  account?: Account;

  @ManyToOne(() => Post, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'post_id', foreignKeyConstraintName: 'hidden_posts_post' })
  post?: Post;
}
