import { describe, expect, it } from 'vitest';
import { EARTH_METRES, greatCircle, type Place } from './great-circle.js';
import { onMap } from './mercator.js';
import { nearest, type Found, type Places } from './nearest.js';
import { searchArea } from './search-area.js';

type Spot = Place & { id: string };

const randoms = (seed: number) => () => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296;
  return seed / 4_294_967_296;
};

/** Places within about `spread` metres of a centre, on the sphere. */
function spotsAround(centre: Place, spread: number, count: number, random: () => number): Spot[] {
  const lat = (centre.latitude * Math.PI) / 180;
  return Array.from({ length: count }, (_, i) => {
    const angle = (spread / EARTH_METRES) * Math.sqrt(random());
    const bearing = random() * 2 * Math.PI;
    const to = Math.asin(Math.sin(lat) * Math.cos(angle) + Math.cos(lat) * Math.sin(angle) * Math.cos(bearing));
    const east = Math.atan2(Math.sin(bearing) * Math.sin(angle) * Math.cos(lat), Math.cos(angle) - Math.sin(lat) * Math.sin(to));
    const longitude = centre.longitude + (east * 180) / Math.PI;
    return { id: String(i).padStart(5, '0'), latitude: (to * 180) / Math.PI, longitude: ((longitude + 540) % 360) - 180 };
  });
}

function brute(spots: Spot[], place: Place, radius: number): Found<Spot>[] {
  return spots
    .map((spot) => ({ ...spot, distance: greatCircle(place, spot) }))
    .filter(({ distance }) => distance <= radius)
    .sort((a, b) => a.distance - b.distance || (a.id < b.id ? -1 : 1));
}

/** What the index does: rows in the map's order. */
function indexed(spots: Spot[]): Places<Spot> {
  const drawn = spots.map((spot) => ({ spot, ...onMap(spot) }));
  return {
    around: async ({ from, beyond, within, limit }) =>
      drawn
        .map(({ spot, x, y }) => ({ spot, away: Math.hypot(x - from.x, y - from.y) }))
        .filter(({ away }) => away >= beyond)
        .sort((a, b) => a.away - b.away)
        .slice(0, limit)
        .filter(({ away }) => away <= within)
        .map(({ spot }) => ({ ...spot })),
    inCap: async ({ south, north }) => drawn.filter(({ y }) => y >= south && y <= north).map(({ spot }) => ({ ...spot })),
  };
}

describe('great circle', () => {
  it('measures a quarter of the meridian and half of the equator', () => {
    const quarter = greatCircle({ latitude: 0, longitude: 20 }, { latitude: 90, longitude: -70 });
    const half = greatCircle({ latitude: 0, longitude: -90 }, { latitude: 0, longitude: 90 });
    expect(quarter).toBeCloseTo((EARTH_METRES * Math.PI) / 2, 3);
    expect(half).toBeCloseTo(EARTH_METRES * Math.PI, 3);
  });

  it('sees no distance between the two sides of the antimeridian', () => {
    expect(greatCircle({ latitude: 10, longitude: 180 }, { latitude: 10, longitude: -180 })).toBeLessThan(1e-6);
  });
});

describe('the area to search', () => {
  it('is around one point inland and around two across the antimeridian', () => {
    expect(searchArea({ latitude: 45, longitude: 5 }, 5_000)).toHaveProperty('viewpoints.length', 1);
    expect(searchArea({ latitude: -17, longitude: 179.99 }, 5_000)).toHaveProperty('viewpoints.length', 2);
    expect(searchArea({ latitude: -17, longitude: -180 }, 5_000)).toHaveProperty('viewpoints.length', 2);
  });

  it('gives up the order of the map only where the circle reaches beyond 85 degrees', () => {
    expect(searchArea({ latitude: 84, longitude: 5 }, 50_000)).toHaveProperty('viewpoints');
    expect(searchArea({ latitude: 84.9, longitude: 5 }, 50_000)).toHaveProperty('cap');
    expect(searchArea({ latitude: -89.9, longitude: 5 }, 1_000)).toHaveProperty('cap');
  });
});

describe('the nearest', () => {
  const centres: [string, Place][] = [
    ['on the equator', { latitude: 0.01, longitude: 9.3 }],
    ['in a northern city', { latitude: 59.91, longitude: 10.75 }],
    ['in a southern city', { latitude: -33.9, longitude: 18.4 }],
    ['on the antimeridian', { latitude: -16.8, longitude: 179.98 }],
    ['just past the antimeridian', { latitude: 65.2, longitude: -179.99 }],
    ['far north', { latitude: 78.2, longitude: 15.6 }],
    ['at the edge of the map', { latitude: 84.7, longitude: -60 }],
    ['beside the north pole', { latitude: 89.95, longitude: 120 }],
    ['on the south pole', { latitude: -90, longitude: 0 }],
  ];

  it.each(centres)('equals measuring everything, %s', async (_, centre) => {
    const random = randoms(7);
    for (const radius of [300, 5_000, 50_000, 500_000]) {
      const spots = spotsAround(centre, radius * 1.4, 600, random);
      for (const first of [1, 20, 100, 500]) {
        const { items, hasNextPage } = await nearest({ place: centre, radius, first }, indexed(spots));
        const all = brute(spots, centre, radius);
        expect(items.map(({ id }) => id)).toEqual(all.slice(0, first).map(({ id }) => id));
        expect(hasNextPage).toBe(all.length > first);
      }
    }
  });

  it.each(centres)('pages through everything once and in order, %s', async (_, centre) => {
    const radius = 20_000;
    const spots = spotsAround(centre, radius * 1.2, 400, randoms(11));
    const twins = spots.slice(0, 60).map((spot) => ({ ...spot, id: `twin-${spot.id}` }));
    const all = [...spots, ...twins];
    const seen: string[] = [];
    let after;
    do {
      const page: Awaited<ReturnType<typeof nearest<Spot>>> = await nearest({ place: centre, radius, first: 37, after }, indexed(all));
      seen.push(...page.items.map(({ id }) => id));
      after = page.hasNextPage ? page.items.at(-1) : undefined;
    } while (after);
    expect(seen).toEqual(brute(all, centre, radius).map(({ id }) => id));
  });

  it('finds everything at one and the same point, however many there are', async () => {
    const place = { latitude: 49.285762, longitude: -123.123947 };
    const spots = Array.from({ length: 300 }, (_, i) => ({ ...place, id: String(i).padStart(3, '0') }));
    const { items } = await nearest({ place, radius: 50, first: 15 }, indexed(spots));
    expect(items.map(({ id }) => id)).toEqual(spots.slice(0, 15).map(({ id }) => id));
  });
});
