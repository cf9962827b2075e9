import { expect, it } from '@jest/globals';
import type { CommerceConfig } from '../config.js';
import { TrialUses } from './trial-uses.js';

const [NEW, OLD] = ['n', 'o'].map((letter) => letter.repeat(32)) as [string, string];
const uses = (...secrets: [string, ...string[]]) => new TrialUses({ TRIAL_SECRET: secrets } as CommerceConfig);

it('a trial recorded with a former secret is found while that secret is configured', () => {
  const had = uses(OLD).keys('email', 'Zoe@Example.org');
  expect(uses(NEW, OLD).keys('email', 'zoe@example.org')).toEqual([...uses(NEW).keys('email', 'zoe@example.org'), ...had]);
  expect(uses(NEW).keys('email', 'zoe@example.org')).not.toEqual(had);
});
