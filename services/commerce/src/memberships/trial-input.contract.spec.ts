import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parseInput, Problem } from '@sprayhunt/service-kit';
import { EXPERIENCE_LEVELS, trialInput } from './trial-input.js';

const FORM = {
  firstName: 'Zoe',
  lastName: 'Z',
  email: 'zoe@example.org',
  phone: '+1 514 555 0101',
  city: 'Montréal',
  state: 'QC',
};

/** `field CODE` of each fault. */
function faults(more: object): string[] {
  try {
    parseInput(trialInput, { ...FORM, ...more });
    return [];
  } catch (error) {
    const { fields = [] } = error as Problem;
    return fields.map(({ field, code }) => `${field} ${code}`);
  }
}

describe('the form of the trial', () => {
  it('refuses what the sign-up that follows would refuse', () => {
    expect(faults({ experienceLevel: 'wizard' })).toEqual(['experienceLevel UNKNOWN_VALUE']);
    expect(faults({ interests: [Array.from({ length: 21 }, (_, index) => `interest ${index}`).join()] })).toEqual([
      'interests TOO_MANY',
    ]);
    expect(faults({ interests: ['x'.repeat(61)] })).toEqual(['interests.0 TOO_LONG']);
  });

  it('takes what the sign-up takes', () => {
    const taken = [...EXPERIENCE_LEVELS, '', null, undefined].map((experienceLevel) =>
      faults({ experienceLevel, interests: ['murals, stencils'] }),
    );
    expect(taken).toEqual(taken.map(() => []));
  });

  it('has the levels of accounts', () => {
    const levels = `${EXPERIENCE_LEVELS.slice(0, -1).join(', ')} or ${EXPERIENCE_LEVELS.at(-1)}`;
    for (const service of ['commerce', 'users'])
      expect(readFileSync(new URL(`../../../${service}/schema.graphql`, import.meta.url), 'utf8')).toContain(
        `"${levels}; beginner where it is missing."`,
      );
  });
});
