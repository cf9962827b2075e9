import { describe, expect, it } from '@jest/globals';
import { boxAround, farthestInBox, halves, nearestInBox } from './boxes.js';
import { EARTH_METRES, greatCircle, type Place } from '@sprayhunt/service-kit';
import { onMap } from './mercator.js';
import { nearest } from './nearest.js';
import type { WithDistance, SpatialIndex } from './spatial-index.js';
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
    const east = Math.atan2(
      Math.sin(bearing) * Math.sin(angle) * Math.cos(lat),
      Math.cos(angle) - Math.sin(lat) * Math.sin(to),
    );
    const longitude = centre.longitude + (east * 180) / Math.PI;
    return {
      id: String(i).padStart(5, '0'),
      latitude: (to * 180) / Math.PI,
      longitude: ((longitude + 540) % 360) - 180,
    };
  });
}

function brute(spots: Spot[], place: Place, radius: number): WithDistance<Spot>[] {
  return spots
    .map((spot) => ({ ...spot, distance: greatCircle(place, spot) }))
    .filter(({ distance }) => distance <= radius)
    .sort((a, b) => a.distance - b.distance || (a.id < b.id ? -1 : 1));
}

/** What the indexes do; `read` counts the rows that they give out. */
function indexed(spots: Spot[]): SpatialIndex<Spot> & { read: number } {
  const drawn = spots.map((spot) => ({ spot, ...onMap(spot) }));
  const index = {
    read: 0,
    around: async ({ from, beyond, within, limit }) =>
      given(
        drawn
          .map(({ spot, x, y }) => ({ spot, away: Math.hypot(x - from.x, y - from.y) }))
          .filter(({ away }) => away >= beyond)
          .sort((a, b) => a.away - b.away)
          .slice(0, limit)
          .filter(({ away }) => away <= within),
      ),
    inBox: async ({ box, except, limit }) =>
      given(
        drawn
          .filter(({ x, y }) => x >= box.west && x <= box.east && y >= box.south && y <= box.north)
          .filter(
            ({ spot }) => !except.some((one) => one.latitude === spot.latitude && one.longitude === spot.longitude),
          )
          .slice(0, limit),
      ),
    atPlace: async ({ place, after = '', limit }) =>
      given(
        drawn
          .filter(
            ({ spot }) => spot.latitude === place.latitude && spot.longitude === place.longitude && spot.id > after,
          )
          .sort((a, b) => (a.spot.id < b.spot.id ? -1 : 1))
          .slice(0, limit),
      ),
  } as SpatialIndex<Spot> & { read: number };
  const given = (rows: { spot: Spot }[]) => {
    index.read += rows.length;
    return rows.map(({ spot }) => ({ ...spot }));
  };
  return index;
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
      const page: Awaited<ReturnType<typeof nearest<Spot>>> = await nearest(
        { place: centre, radius, first: 37, after },
        indexed(all),
      );
      seen.push(...page.items.map(({ id }) => id));
      after = page.hasNextPage ? page.items.at(-1) : undefined;
    } while (after);
    expect(seen).toEqual(brute(all, centre, radius).map(({ id }) => id));
  });

  const AT_ONE_POINT = 20_000;
  const atOnePoint = (place: Place) =>
    Array.from({ length: AT_ONE_POINT }, (_, i) => ({
      ...place,
      id: `c${String((i * 7_919) % AT_ONE_POINT).padStart(5, '0')}`,
    }));

  // The search area has one viewpoint, two, or the cap of a pole.
  const kinds = centres.filter(([name]) =>
    ['in a northern city', 'on the antimeridian', 'at the edge of the map', 'on the south pole'].includes(name),
  );

  it.each(kinds)('reads a bounded number of rows where works crowd at one point, %s', async (_, centre) => {
    const random = randoms(3);
    const spots = spotsAround(centre, 4_000, 300, random);
    const all = [
      ...spots,
      ...atOnePoint(spots[0]!),
      ...atOnePoint(spots[1]!).map((spot) => ({ ...spot, id: `d${spot.id}` })),
    ];
    const expected = brute(all, centre, 5_000).map(({ id }) => id);
    for (const first of [1, 100, 500]) {
      const index = indexed(all);
      const { items, hasNextPage } = await nearest({ place: centre, radius: 5_000, first }, index);
      expect(items.map(({ id }) => id)).toEqual(expected.slice(0, first));
      expect(hasNextPage).toBe(true);
      // Beyond 85 degrees all latitudes are drawn on one line, so map distances are meaningless there.
      expect(index.read).toBeLessThan(Math.abs(centre.latitude) > 85 ? AT_ONE_POINT : 40 * Math.max(first, 32));
    }
  });

  it('continues from any position among many works', async () => {
    const [, centre] = centres[1]!;
    const spots = spotsAround(centre, 4_000, 300, randoms(5));
    const all = [...spots, ...atOnePoint(spots[0]!)];
    const expected = brute(all, centre, 5_000);
    for (const at of [0, 300, 19_990, 20_150]) {
      const index = indexed(all);
      const { items } = await nearest({ place: centre, radius: 5_000, first: 100, after: expected[at] }, index);
      expect(items.map(({ id }) => id)).toEqual(expected.slice(at + 1, at + 101).map(({ id }) => id));
      expect(index.read).toBeLessThan(4_000);
    }
  });

  it('reads more slowly than the number of works grows where each work has a point of its own within a few metres', async () => {
    const [, centre] = centres[1]!;
    const read: number[] = [];
    for (const count of [10_000, 40_000]) {
      const far = spotsAround({ latitude: centre.latitude + 0.3, longitude: centre.longitude }, 3, count, randoms(9));
      const expected = brute(far, centre, 50_000);
      const index = indexed(far);
      const { items } = await nearest({ place: centre, radius: 50_000, first: 100, after: expected[4_500] }, index);
      expect(items.map(({ id }) => id)).toEqual(expected.slice(4_501, 4_601).map(({ id }) => id));
      read.push(index.read);
    }
    expect(read[1]).toBeLessThan(3 * read[0]!);
  });

  it('distinguishes places a thousandth of a millimetre apart', async () => {
    const place = { latitude: 49.285762, longitude: -123.123947 };
    const twins = atOnePoint(place).map((spot, i) =>
      i % 2 === 0 ? spot : { ...spot, latitude: place.latitude + 1e-11 },
    );
    const { items } = await nearest({ place, radius: 50, first: 20 }, indexed(twins));
    expect(items.map(({ id }) => id)).toEqual(
      brute(twins, place, 50)
        .slice(0, 20)
        .map(({ id }) => id),
    );
  });
});

describe('a box of the map', () => {
  it('bounds the distance of all that lies in it, and its halves share nothing', () => {
    const random = randoms(21);
    for (let i = 0; i < 2_000; i++) {
      const place = { latitude: random() * 180 - 90, longitude: random() * 360 - 180 };
      const box = boxAround(
        onMap({ latitude: random() * 170 - 85, longitude: random() * 360 - 180 }),
        10 ** (random() * 7),
      );
      const inside = Array.from({ length: 20 }, () => ({
        latitude: random() * 180 - 90,
        longitude: random() * 360 - 180,
      })).filter((one) => {
        const { x, y } = onMap(one);
        return x >= box.west && x <= box.east && y >= box.south && y <= box.north;
      });
      for (const one of inside) {
        expect(greatCircle(place, one)).toBeGreaterThanOrEqual(nearestInBox(place, box));
        expect(greatCircle(place, one)).toBeLessThanOrEqual(farthestInBox(place, box));
      }
      const [one, other] = halves(box);
      expect(one!.east < other!.west || one!.north < other!.south).toBe(true);
    }
  });
});
