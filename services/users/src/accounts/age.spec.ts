import { describe, expect, it } from '@jest/globals';
import { ageOn, birthDate } from './age.js';

const today = new Date('2026-11-20T23:30:00Z');

describe('age', () => {
  it('a person who turns 18 today is 18, one who turns 18 tomorrow is 17 [CONST-02 CONST-03]', () => {
    expect(ageOn('2008-11-20', today)).toBe(18);
    expect(ageOn('2008-11-21', today)).toBe(17);
    expect(ageOn('2008-12-01', today)).toBe(17);
    expect(ageOn('2008-10-31', today)).toBe(18);
  });

  it('counts a leap day from 1 March in common years', () => {
    expect(ageOn('2008-02-29', new Date('2026-02-28T12:00:00Z'))).toBe(17);
    expect(ageOn('2008-02-29', new Date('2026-03-01T00:00:00Z'))).toBe(18);
  });

  it.each(['2008-02-30', '2007-02-29', '1899-12-31', '2026-11-21', '20-11-2008', '2008-1-2', 'yesterday', ''])(
    'does not take %j for a date of birth',
    (text) => expect(birthDate(text, today)).toBeUndefined(),
  );

  it('takes a real day', () => expect(birthDate('2008-02-29', today)).toBe('2008-02-29'));
});
