import { Injectable } from '@nestjs/common';
import { contentModerated } from '@sprayhunt/contracts';
import { Outbox, Problem } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import { PostModeration } from '../forum/post-moderation.js';
import { transferId } from '../ledger/book-awards.js';
import type { ModerationCase, SubjectKind } from './case.entity.js';
import { rulingsOnSubject, visibilityOf } from './rulings.js';

type Subject = Pick<ModerationCase, 'subjectKind' | 'subjectId'>;

const OWNERS: Record<Exclude<SubjectKind, 'post'>, string> = {
  player: `SELECT id AS owner FROM accounts WHERE public_id(id) = $1 AND status = 'verified'`,
  // The owner of a work is the account that was paid for it; nobody was paid for imported works.
  work: `SELECT a.id AS owner FROM (VALUES ($1::uuid)) AS work (id) LEFT JOIN transfers t ON t.id = work.id LEFT
    JOIN accounts a ON a.id = t.credit_account_id`,
  picture: `SELECT a.id AS owner FROM pictures p LEFT JOIN accounts a ON a.id = p.owner_id WHERE p.id = $1`,
};

const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('moderation:' || $1 || ':' || $2, 0))`;

/**
 * Reported content: its owner, and its removal. Works and pictures belong to other services, which receive an event.
 */
@Injectable()
export class Subjects {
  constructor(
    private readonly posts: PostModeration,
    private readonly outbox: Outbox,
  ) {}

  /**
   * The owner of the subject, null for an imported work, and the text of a post. Only the discovery service knows
   * whether a work exists.
   * @throws Problem `NOT_FOUND`
   */
  async find(
    tx: EntityManager,
    { subjectKind, subjectId }: Subject,
  ): Promise<{ owner: string | null; text: string | null }> {
    if (subjectKind === 'post') {
      const post = await this.posts.find(tx, subjectId);
      if (!post) throw notFound();
      return { owner: post.authorId, text: post.title === null ? post.content : `${post.title}\n\n${post.content}` };
    }
    const key = subjectKind === 'work' ? transferId({ reason: 'discovery', sourceId: subjectId }) : subjectId;
    const [found] = await tx.query<{ owner: string | null }[]>(OWNERS[subjectKind], [key]);
    if (!found) throw notFound();
    return { owner: found.owner, text: null };
  }

  /**
   * Sets the content's visibility from all decisions in force. The lock orders the decisions about one subject, so the
   * last transaction reads all of them and publishes the highest version. Players have no visibility.
   */
  async updateVisibility(tx: EntityManager, subject: Subject): Promise<void> {
    const { subjectKind, subjectId } = subject;
    if (subjectKind === 'player') return;
    await tx.query(LOCK, [subjectKind, subjectId]);
    const state = visibilityOf(await rulingsOnSubject(tx, subject));
    if (subjectKind === 'post') return this.posts.setState(tx, subjectId, state === 'shown' ? null : state);
    const [{ version }] = await tx.query<[{ version: number }]>(
      `SELECT nextval('moderation_versions')::int AS version`,
    );
    await this.outbox.add(tx, contentModerated, { kind: subjectKind, contentId: subjectId, state, version });
  }
}

const notFound = () => new Problem('NOT_FOUND', 'What you report no longer exists.');
