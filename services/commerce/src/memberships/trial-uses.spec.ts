import { expect, it } from '@jest/globals';
import type { CommerceConfig } from '../config.js';
import { normalizedContact, TrialUses } from './trial-uses.js';

const [NEW, OLD] = ['n', 'o'].map((letter) => letter.repeat(32)) as [string, string];
const uses = (...secrets: [string, ...string[]]) => new TrialUses({ TRIAL_SECRET: secrets } as CommerceConfig);

it('a trial recorded with a former secret is found while that secret is configured', () => {
  const had = uses(OLD).keysOf('email', 'Zoe@Example.org');
  expect(uses(NEW, OLD).keysOf('email', 'zoe@example.org')).toEqual([
    ...uses(NEW).keysOf('email', 'zoe@example.org'),
    ...had,
  ]);
  expect(uses(NEW).keysOf('email', 'zoe@example.org')).not.toEqual(had);
});

it.each([
  ['Zoe@Example.org', 'zoe@example.org'],
  [' zoe+trial@example.org ', 'zoe@example.org'],
  ['zoe+a+b@example.org', 'zoe@example.org'],
  ['z.oe@example.org', 'z.oe@example.org'],
])('the address %s counts as %s', (address, plain) => expect(normalizedContact('email', address)).toBe(plain));

it.each(['+61412345678', '+61 (0)412 345 678', '0061 412-345-678', '61412345678'])(
  'the number %s counts as that of its digits',
  (number) => {
    expect(normalizedContact('phone', number)).toBe('61412345678');
  },
);

it('a number with Mexico’s abolished prefix, as accounts had it, counts as the same one without', () => {
  expect(normalizedContact('phone', '+5215512345678')).toBe(normalizedContact('phone', '+525512345678'));
  expect(normalizedContact('phone', '+521551234567')).toBe('521551234567');
});
