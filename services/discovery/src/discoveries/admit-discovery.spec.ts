import { greatCircle } from '@sprayhunt/service-kit';
import { describe, expect, it } from '@jest/globals';
import { admitDiscovery, type AdmissionFacts, type PlayerCounts } from './admit-discovery.js';
import { newDiscovery } from './new-discovery.js';

const NOW = new Date('2026-05-01T12:00:00.000Z');
const [SECOND, HOUR, DAY] = [1_000, 3_600_000, 86_400_000];
const ago = (ms: number) => new Date(NOW.getTime() - ms);
const place = { latitude: 48.2, longitude: 16.37 };
const inputOf = (fields: object = {}) => newDiscovery.parse({ ...place, title: 'Ibis', ...fields });

const NOTHING: AdmissionFacts = {
  now: NOW,
  isErased: false,
  isPro: false,
  sameTitle: [],
  counts: null,
  paidPlaces: [],
};
const counts = (given: Partial<PlayerCounts>): PlayerCounts => ({
  minuteEnds: ago(-30 * SECOND),
  inMinute: 1,
  dayEnds: ago(-10 * HOUR),
  inDay: 1,
  ...given,
});
const admit = (facts: Partial<AdmissionFacts> = {}, input = inputOf()) =>
  admitDiscovery({ input }, { ...NOTHING, ...facts }, { perMinute: 3, perDay: 5 });

describe('a request for a discovery', () => {
  it('is admitted now, counts, and begins a minute and a day', () => {
    expect(admit()).toEqual({
      outcome: 'new',
      createdAt: NOW,
      award: 50,
      withheldUntil: null,
      counts: { minuteEnds: ago(-60 * SECOND), inMinute: 1, dayEnds: ago(-DAY), inDay: 1 },
    });
  });

  it.each([
    ['photographer', false, 50],
    ['artist', false, 150],
    ['photographer', true, 100],
    ['artist', true, 300],
  ] as const)('earns by role and Pro: %s, Pro %s', (userRole, isPro, award) => {
    expect(admit({ isPro }, inputOf({ userRole }))).toMatchObject({ award, withheldUntil: null });
  });

  it('has its award withheld until the player could have travelled', () => {
    const paris = { latitude: 48.86, longitude: 2.35, at: ago(HOUR / 2) };
    const hours = greatCircle(place, paris) / 1_000_000;
    expect(admit({ paidPlaces: [paris] })).toMatchObject({
      outcome: 'new',
      award: 50,
      withheldUntil: new Date(paris.at.getTime() + hours * HOUR),
    });
    expect(admit({ paidPlaces: [{ ...paris, at: ago(hours * HOUR) }] })).toMatchObject({ withheldUntil: null });
  });

  it('is refused for an erased account before all else', () => {
    const sameTitle = [{ id: 'other', ...place }];
    expect(admit({ isErased: true, sameTitle })).toEqual({ outcome: 'gone' });
  });
});

describe('the same work', () => {
  it('has an equal title within 25 metres', () => {
    const [near, far] = [
      { id: 'near', ...place, longitude: place.longitude + 0.000_333 },
      { id: 'far', ...place, longitude: place.longitude + 0.000_341 },
    ];
    expect([greatCircle(place, near), greatCircle(place, far)].map(Math.round)).toEqual([25, 25]);
    expect(admit({ sameTitle: [far, near] })).toEqual({ outcome: 'same-work', existing: 'near' });
    expect(admit({ sameTitle: [far] })).toMatchObject({ outcome: 'new' });
  });

  it('is found across the antimeridian', () => {
    const sameTitle = [{ id: 'first', latitude: 0, longitude: 180 }];
    const input = inputOf({ latitude: 0, longitude: -179.9999 });
    expect(admit({ sameTitle }, input)).toEqual({ outcome: 'same-work', existing: 'first' });
  });

  it('is the oldest of several, before the limits', () => {
    const sameTitle = ['oldest', 'next'].map((id) => ({ id, ...place }));
    expect(admit({ sameTitle, counts: counts({ inDay: 5 }) })).toMatchObject({ existing: 'oldest' });
  });
});

describe('the limits of a player', () => {
  it('refuse above the limit of the minute, with the seconds until it ends', () => {
    expect(admit({ counts: counts({ inMinute: 2 }) })).toMatchObject({ outcome: 'new', counts: { inMinute: 3 } });
    expect(admit({ counts: counts({ inMinute: 3 }) })).toEqual({ outcome: 'limited', seconds: 30 });
    const inAMoment = counts({ inMinute: 3, minuteEnds: ago(-1) });
    expect(admit({ counts: inAMoment })).toEqual({ outcome: 'limited', seconds: 1 });
  });

  it('refuse above the limit of the day, also where that of the minute is reached', () => {
    expect(admit({ counts: counts({ inMinute: 3, inDay: 5 }) })).toEqual({ outcome: 'limited', seconds: 36_000 });
  });

  it('begin a new minute and day when the former has ended', () => {
    const ended = counts({ minuteEnds: NOW, inMinute: 3, inDay: 4 });
    expect(admit({ counts: ended })).toMatchObject({
      counts: { minuteEnds: ago(-60 * SECOND), inMinute: 1, dayEnds: ended.dayEnds, inDay: 5 },
    });
    expect(admit({ counts: counts({ minuteEnds: NOW, dayEnds: NOW, inMinute: 3, inDay: 5 }) })).toMatchObject({
      counts: { inMinute: 1, dayEnds: ago(-DAY), inDay: 1 },
    });
  });
});
