import type { MembershipKind, MembershipStatus } from './membership.entity.js';

/**
 * `move`: the account gets the membership; `replace`: the same, and the account's own one, which has not begun, ends;
 * `refuse`: it ends, because the account has had its trial; `drop`: it ends as if it had never begun.
 */
export type MergeResult = 'move' | 'replace' | 'refuse' | 'drop';

export interface MembershipsToMerge {
  /** The open membership of the guest or pending account. */
  moving: { kind: MembershipKind; status: MembershipStatus };
  /** Status of the account's open membership; undefined without one. */
  present: MembershipStatus | undefined;
  /** Whether the account has had a trial. */
  hadTrial: boolean;
}

/**
 * Decides what happens to a membership whose subject is merged into an account. An account has at most one open
 * membership, and one trial.
 */
export function decideMembershipMerge({ moving, present, hadTrial }: MembershipsToMerge): MergeResult {
  const hasBegun = moving.status !== 'incomplete';
  if (present !== undefined && (present !== 'incomplete' || !hasBegun)) return 'drop';
  if (moving.kind === 'trial' && hadTrial) return hasBegun ? 'refuse' : 'drop';
  return present === undefined ? 'move' : 'replace';
}
