import { describe, expect, it } from '@jest/globals';
import type { Outcome } from './decision.entity.js';
import { affectsVisibility, type Ruling, suspensionEnd, visibilityOf } from './rulings.js';

const ruling = (outcome: Outcome, isOverturned = false): Ruling => ({ outcome, suspendedUntil: null, isOverturned });
const suspended = (until: string, isOverturned = false): Ruling => ({
  outcome: 'suspend',
  suspendedUntil: new Date(until),
  isOverturned,
});
const overturned = (outcome: Outcome) => ruling(outcome, true);

describe('the visibility of reported content', () => {
  it.each([
    ['shown', []],
    ['shown', [ruling('dismiss'), ruling('warn')]],
    ['hidden', [ruling('hide')]],
    ['hidden', [ruling('suspend'), ruling('dismiss')]],
    ['removed', [ruling('remove'), ruling('hide')]],
    ['removed', [ruling('hide'), ruling('remove')]],
    ['removed', [ruling('remove'), overturned('remove')]],
    ['hidden', [overturned('remove'), ruling('hide')]],
    ['hidden', [ruling('hide'), overturned('suspend')]],
    ['shown', [overturned('hide'), overturned('remove'), overturned('suspend')]],
  ] as const)('is %s by %j', (expected, rulings) => {
    expect(visibilityOf(rulings)).toBe(expected);
  });

  it('is affected by hiding, removing and suspending alone', () => {
    expect((['dismiss', 'hide', 'remove', 'warn', 'suspend'] as const).filter(affectsVisibility)).toEqual([
      'hide',
      'remove',
      'suspend',
    ]);
  });
});

describe('the suspension of a player', () => {
  const [past, soon, later] = [
    '2026-01-01T00:00:00.000Z',
    '2026-02-01T00:00:00.000Z',
    '2026-03-01T00:00:00.000Z',
  ] as const;
  it.each([
    [null, []],
    [null, [ruling('remove'), suspended(past)]],
    [later, [suspended(soon), suspended(later)]],
    [later, [suspended(later), suspended(soon)]],
    [soon, [suspended(soon), suspended(later, true)]],
    [null, [suspended(soon, true)]],
  ] as const)('ends at %s by %j', (end, rulings) => {
    expect(suspensionEnd(rulings, new Date('2026-01-15T00:00:00.000Z'))).toEqual(end && new Date(end));
  });

  it('is over at its end', () => {
    expect(suspensionEnd([suspended(soon)], new Date(soon))).toBeNull();
  });
});
