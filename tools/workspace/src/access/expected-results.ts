import { isPlayerScope, type AccessRule, type Scope } from '@sprayhunt/service-kit';
import type { Field, Operation, RestCall } from './interfaces.js';
import type { Outcome } from './outcomes.js';

/** The kinds of callers; docs/access.md says who they are. */
export const CALLERS = [
  'guest',
  'pending',
  'player',
  'another',
  'with roles',
  'suspended',
  'partner without scope',
  'partner with scope',
] as const;
export type CallerKind = (typeof CALLERS)[number];
/** `ok`, or what each caller gets instead: the code of an error, `null`, or where a redirect leads. */
export type Results = Record<CallerKind, string>;

const forAll = (resultOf: (caller: CallerKind) => string): Results =>
  Object.fromEntries(CALLERS.map((caller) => [caller, resultOf(caller)])) as Results;

const outcomeFor = (caller: CallerKind, outcome: Outcome = 'ok'): string => {
  if (typeof outcome === 'string') return outcome;
  const isOther = caller === 'with roles' || caller === 'suspended';
  return outcome[caller] ?? (isOther ? outcome.another : undefined) ?? 'ok';
};

/** The results of an operation: its scopes, then its rule, and for those who pass its outcome. */
export const resultsOfOperation = (
  { kind, scopes, isInaccessible }: Pick<Operation, 'kind' | 'scopes' | 'isInaccessible'>,
  rule: AccessRule,
  outcome?: Outcome,
): Results =>
  forAll((caller) =>
    isInaccessible
      ? 'GRAPHQL_VALIDATION_FAILED'
      : (refusalOf(caller, rule, kind === 'mutation', scopes) ?? outcomeFor(caller, outcome)),
  );

/** A field is as open as the operation that leads there; partners need the scopes of both. */
export const resultsOfField = (field: Field, rule: AccessRule, outcome?: Outcome): Results =>
  resultsOfOperation({ ...field, kind: field.operation.kind }, rule, outcome);

/** As `AccessGuard` and the check of scopes decide; undefined for callers who pass. */
function refusalOf(
  caller: CallerKind,
  { audience, evenSuspended, partnersToo, clientsToo }: AccessRule,
  isMutation: boolean,
  scopes: readonly Scope[],
): string | undefined {
  if (caller === 'partner without scope') return scopes.length > 0 ? 'SCOPE_MISSING' : 'FORBIDDEN';
  if (caller === 'partner with scope') {
    // Its token acts for a player only where no other scope grants the call.
    const isOpen = scopes.every(isPlayerScope) ? clientsToo : audience === 'anyone' || partnersToo;
    return scopes.length > 0 && isOpen ? undefined : 'FORBIDDEN';
  }
  if (audience === 'anyone') return undefined;
  if (caller === 'guest') return 'UNAUTHENTICATED';
  if (caller === 'pending') return audience === 'signed-in' ? undefined : 'CONTACT_NOT_VERIFIED';
  const isRoles = typeof audience === 'object';
  if (caller === 'suspended' && (isMutation || isRoles) && !evenSuspended) return 'ACCOUNT_SUSPENDED';
  return isRoles && caller !== 'with roles' ? 'ROLE_MISSING' : undefined;
}

/**
 * The results of a call over REST: who may call by openapi.json, then the results of its operation, or its outcome if
 * it has none.
 */
export function resultsOfCall(
  { security, mayBeEmpty }: Pick<RestCall, 'security' | 'mayBeEmpty'>,
  operation?: Results,
  outcome?: Outcome,
): Results {
  const isOpen = security.length === 0 || security.some((way) => Object.keys(way).length === 0);
  const needsSession = !isOpen && security.some((way) => 'session' in way);
  const scopes = security.flatMap(({ partner = [] }) => partner);
  const isForPartners = security.some((way) => 'partner' in way);
  const refusal = (caller: CallerKind): string | undefined => {
    if (!caller.startsWith('partner')) {
      if (!isOpen && !needsSession) return 'UNAUTHENTICATED';
      return caller === 'guest' && needsSession ? 'UNAUTHENTICATED' : undefined;
    }
    // A call that is not part of the graph and declares nothing serves everyone.
    if (security.length === 0 && !operation) return undefined;
    if (!isForPartners) return 'FORBIDDEN';
    if (caller === 'partner with scope' || scopes.length === 0) return undefined;
    return isOpen && !scopes.some(isPlayerScope) ? 'SCOPE_MISSING' : 'FORBIDDEN';
  };
  const passed = (caller: CallerKind): string => {
    const result = outcome === undefined && operation ? operation[caller] : outcomeFor(caller, outcome);
    return result === 'null' ? (mayBeEmpty ? 'ok' : 'NOT_FOUND') : result;
  };
  return forAll((caller) => refusal(caller) ?? passed(caller));
}
