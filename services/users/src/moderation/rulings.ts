import type { EntityManager } from 'typeorm';
import type { ModerationCase } from './case.entity.js';
import type { Outcome } from './decision.entity.js';

type Subject = Pick<ModerationCase, 'subjectKind' | 'subjectId'>;

/** A decision with the result of its appeal. */
export interface Ruling {
  outcome: Outcome;
  /** Null unless the outcome is `suspend`. */
  suspendedUntil: Date | null;
  isOverturned: boolean;
}

export type Visibility = 'shown' | 'hidden' | 'removed';

/** The effect of each outcome on the reported content; a suspension hides the content that led to it. */
const EFFECTS: Record<Outcome, Visibility> = {
  dismiss: 'shown',
  warn: 'shown',
  hide: 'hidden',
  suspend: 'hidden',
  remove: 'removed',
};

export const affectsVisibility = (outcome: Outcome): boolean => EFFECTS[outcome] !== 'shown';

/** The strictest effect of the decisions in force, independent of their order. */
export function visibilityOf(rulings: readonly Ruling[]): Visibility {
  const effects = new Set(inForce(rulings).map(({ outcome }) => EFFECTS[outcome]));
  return effects.has('removed') ? 'removed' : effects.has('hidden') ? 'hidden' : 'shown';
}

/** End of the longest suspension in force; null if there is none. */
export function suspensionEnd(rulings: readonly Ruling[], now: Date): Date | null {
  const ends = inForce(rulings).flatMap(({ suspendedUntil }) =>
    suspendedUntil && suspendedUntil > now ? [suspendedUntil.getTime()] : [],
  );
  return ends.length === 0 ? null : new Date(Math.max(...ends));
}

const inForce = (rulings: readonly Ruling[]) => rulings.filter(({ isOverturned }) => !isOverturned);

const RULINGS = `
  SELECT d.outcome, d.suspended_until AS "suspendedUntil", coalesce(a.is_overturned, false) AS "isOverturned"
  FROM moderation_decisions d JOIN moderation_cases c ON c.id = d.case_id
    LEFT JOIN moderation_appeals a ON a.case_id = d.case_id`;

/** All decisions about one post, work, picture or player. */
export const rulingsOnSubject = (tx: EntityManager, { subjectKind, subjectId }: Subject): Promise<Ruling[]> =>
  tx.query<Ruling[]>(`${RULINGS} WHERE c.decided_at IS NOT NULL AND c.subject_kind = $1 AND c.subject_id = $2`, [
    subjectKind,
    subjectId,
  ]);

/** All decisions that affect an account. */
export const rulingsOnPlayer = (tx: EntityManager, accountId: string): Promise<Ruling[]> =>
  tx.query<Ruling[]>(`${RULINGS} WHERE d.affected_id = $1`, [accountId]);
