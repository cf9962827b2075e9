import { describe, expect, it } from '@jest/globals';
import { awardFor, coordinatesAsText, newDiscovery, XP_PER_DISCOVERY } from './new-discovery.js';

const place = { latitude: -28.0167, longitude: 153.4 };
const faultsOf = (input: object) =>
  newDiscovery.safeParse(input).error?.issues.map((issue) => issue.path.join('.')) ?? [];

describe('the input of a new discovery', () => {
  it('counts as photographer with pin Location by default [ENT-14 MAPD-16]', () => {
    expect(newDiscovery.parse(place)).toMatchObject({
      userRole: 'photographer',
      pinType: 'location',
      isFreshArt: false,
    });
  });

  it('is trimmed, and empty text becomes null', () => {
    const parsed = newDiscovery.parse({ ...place, title: '  Ibis ', description: '   ', artistName: '' });
    expect(parsed).toMatchObject({ title: 'Ibis', description: null, artistName: null });
  });

  it('is fresh art from an artist only [DOCM-09]', () => {
    expect(newDiscovery.parse({ ...place, userRole: 'artist', isFreshArt: true }).isFreshArt).toBe(true);
    expect(newDiscovery.parse({ ...place, userRole: 'artist' }).isFreshArt).toBe(false);
    expect(newDiscovery.parse({ ...place, userRole: 'photographer', isFreshArt: true }).isFreshArt).toBe(false);
  });

  it('needs a place on earth', () => {
    expect(faultsOf({ latitude: 90.01, longitude: 0 })).toEqual(['latitude']);
    expect(faultsOf({ latitude: 0, longitude: -180.01 })).toEqual(['longitude']);
    expect(faultsOf({ latitude: NaN, longitude: Infinity })).toEqual(['latitude', 'longitude']);
    expect(faultsOf({ latitude: -90, longitude: 180 })).toEqual([]);
  });

  it('has at most 120 characters of name and artist and 2,000 of description, after trimming', () => {
    expect(
      faultsOf({ ...place, title: 'x'.repeat(121), artistName: 'x'.repeat(121), description: 'x'.repeat(2_001) }),
    ).toEqual(['title', 'description', 'artistName']);
    expect(
      faultsOf({
        ...place,
        title: ` ${'x'.repeat(120)} `,
        artistName: 'x'.repeat(120),
        description: 'x'.repeat(2_000),
      }),
    ).toEqual([]);
  });

  it('has the coordinates with six decimals as its address [ENT-06 DOCM-11]', () => {
    expect(coordinatesAsText(place)).toBe('-28.016700, 153.400000');
  });
});

describe('the award', () => {
  it('is 50 for a photographer and 150 for an artist [DOCM-43 DOCM-44]', () => {
    expect([awardFor('photographer', false), awardFor('artist', false)]).toEqual([50, 150]);
  });

  it('is doubled for Pro [DOCM-45]', () => {
    expect([awardFor('photographer', true), awardFor('artist', true)]).toEqual([100, 300]);
  });

  it('comes with 15 XP [CONST-04]', () => {
    expect(XP_PER_DISCOVERY).toBe(15);
  });
});
