import { expect, it } from '@jest/globals';
import { formatDate, formatWallTime } from './format';

const options = { dateStyle: 'medium', timeStyle: 'short' } as const;
/** Other spaces than the usual one differ between versions of ICU. */
const plain = (text: string) => text.replace(/\s/g, ' ');

it.each(['2025-07-06T23:30:00+02:00', '2025-07-06T23:30:00-07:00', '2025-07-06T23:30:00'])(
  'a photo of %s was taken at half past eleven, wherever the page is shown',
  (moment) => {
    expect(plain(formatWallTime(moment, options))).toBe('Jul 6, 2025, 11:30 PM');
  },
);

it('a time of the satellites is shown in the zone of the browser', () => {
  expect(formatWallTime('2025-07-06T23:30:00Z', options)).toBe(formatDate('2025-07-06T23:30:00Z', options));
});
