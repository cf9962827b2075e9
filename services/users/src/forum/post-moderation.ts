import { Injectable } from '@nestjs/common';
import { namedQuery } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import type { Moderated } from './post.entity.js';

/** A post as moderators see it. */
export interface ModeratedPost {
  id: string;
  /** For a thread its own id. */
  threadId: string;
  /** Account of the author. */
  authorId: string;
  /** Null for replies. */
  title: string | null;
  content: string;
  /** Null unless moderators have changed it. */
  state: Moderated | null;
  createdAt: Date;
  editedAt: Date | null;
}

const FIND = `
  SELECT id, thread_id AS "threadId", author_id AS "authorId", title, content, moderated AS state,
    created_at AS "createdAt", edited_at AS "editedAt"
  FROM posts WHERE id = $1 AND deleted_at IS NULL`;

/** Effects of moderation on posts. */
@Injectable()
export class PostModeration {
  /** @returns null for a post that does not exist or that its author has deleted */
  async find(on: EntityManager, postId: string): Promise<ModeratedPost | null> {
    const [post] = await namedQuery<ModeratedPost>(on, 'moderated-post', FIND, [postId]);
    return post ?? null;
  }

  /**
   * Hides a post (only its author sees the text), removes it (no one sees it), or restores it (null). The text stays
   * stored for an appeal; a deleted post stays unchanged.
   */
  async setState(tx: EntityManager, postId: string, state: Moderated | null): Promise<void> {
    await namedQuery(tx, 'moderate-post', `UPDATE posts SET moderated = $2 WHERE id = $1 AND deleted_at IS NULL`, [
      postId,
      state,
    ]);
  }
}
