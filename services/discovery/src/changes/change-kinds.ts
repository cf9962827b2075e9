import { type Identity, invalid, Problem, type Scope } from '@sprayhunt/service-kit';
import { z } from 'zod';
import { CHANGE_KINDS, type ChangeKind } from './change.entity.js';

export const changeKinds = z
  .array(z.enum(CHANGE_KINDS, { error: () => `A kind is one of ${CHANGE_KINDS.join(', ')}.` }))
  .max(CHANGE_KINDS.length, 'Name each kind only once.');

const scopeOf = (kind: ChangeKind): Scope => (kind.startsWith('work.') ? 'discoveries:read' : 'walls:read');

/** The kinds that these scopes let a partner read. */
export const kindsWithin = (scopes: readonly string[]): ChangeKind[] =>
  CHANGE_KINDS.filter((kind) => scopes.includes(scopeOf(kind)));

/**
 * The requested kinds, or all kinds that the caller may read; players and guests may read all.
 * @throws Problem `SCOPE_MISSING` if a partner's token does not grant one of them, `VALIDATION_FAILED` for an empty
 *   list
 */
export function kindsFor(
  { kind: caller, scopes = [] }: Pick<Identity, 'kind' | 'scopes'>,
  requested: readonly ChangeKind[] | null | undefined,
): readonly ChangeKind[] {
  const permitted = caller === 'partner' ? kindsWithin(scopes) : CHANGE_KINDS;
  if (!requested) return permitted;
  if (requested.length === 0)
    throw invalid([{ field: 'kinds', code: 'REQUIRED', detail: 'Name at least one kind, or leave `kinds` out.' }]);
  const forbidden = requested.find((kind) => !permitted.includes(kind));
  if (forbidden)
    throw new Problem(
      'SCOPE_MISSING',
      `${forbidden} needs the scope ${scopeOf(forbidden)}, which this token does not have.`,
    );
  return requested;
}
