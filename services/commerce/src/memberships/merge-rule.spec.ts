import { describe, expect, it } from '@jest/globals';
import { decideMembershipMerge, type MembershipsToMerge } from './merge-rule.js';

const merged = (
  status: MembershipsToMerge['moving']['status'],
  present?: MembershipsToMerge['present'],
  hadTrial = false,
) => decideMembershipMerge({ moving: { kind: 'trial', status }, present, hadTrial });

describe('a trial of a guest who turns out to have an account', () => {
  it('goes on in that account', () => {
    expect([merged('trialing'), merged('incomplete'), merged('active'), merged('past_due')]).toEqual([
      'move',
      'move',
      'move',
      'move',
    ]);
  });

  it('replaces a membership that has not begun, if it has begun itself', () => {
    expect([merged('trialing', 'incomplete'), merged('incomplete', 'incomplete')]).toEqual(['replace', 'drop']);
  });

  it('is not counted where the account is a member already', () => {
    for (const present of ['trialing', 'active', 'past_due'] as const)
      for (const hadTrial of [true, false]) expect(merged('trialing', present, hadTrial)).toBe('drop');
  });

  it('ends where the account has had its trial', () => {
    expect([
      merged('trialing', undefined, true),
      merged('trialing', 'incomplete', true),
      merged('incomplete', undefined, true),
    ]).toEqual(['refuse', 'refuse', 'drop']);
  });
});

it('a payment that has begun is not a matter of trials', () => {
  expect(
    decideMembershipMerge({ moving: { kind: 'paid', status: 'active' }, present: undefined, hadTrial: true }),
  ).toBe('move');
});
