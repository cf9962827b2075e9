import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import type { MultiPolygon, Position } from 'geojson';
import { stubGlobal } from '../../../test/stub-global';
import type { LatLng, MapView } from '../map-port';
import { cellsIn, drawable, levelAt } from './cells';
import { cutLevel } from './cut';
import { CellLoader } from './load-cells';
import { toGeography } from './world';

const atlas = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('world-atlas/countries-110m.json'), 'utf8'),
) as Parameters<typeof toGeography>[0];
const world = toGeography(atlas);

const inRing = ({ lat, lng }: LatLng, ring: Position[]) =>
  ring.reduce((inside, [x, y], i) => {
    const [px, py] = ring[(i + ring.length - 1) % ring.length]!;
    return y! > lat !== py! > lat && lng < ((px! - x!) * (lat - y!)) / (py! - y!) + x! ? !inside : inside;
  }, false);

const isLand = (geography: typeof world, place: LatLng) =>
  geography.land.features.some(({ geometry }) => {
    const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : (geometry as MultiPolygon).coordinates;
    return polygons.some(([outer, ...holes]) => inRing(place, outer!) && !holes.some((hole) => inRing(place, hole)));
  });

const viewOf = ({ lat, lng }: LatLng, half: number): MapView => ({
  center: { lat, lng },
  zoom: 8,
  bounds: { west: lng - half, east: lng + half, south: lat - half, north: lat + half },
});

const land = {
  brisbane: { lat: -27.3, lng: 152.5 },
  montreal: { lat: 45.6, lng: -73.6 },
  chukotka: { lat: 67, lng: 178 },
  southPole: { lat: -88, lng: 20 },
};
const sea = {
  atlantic: { lat: 45, lng: -35 },
  pacific: { lat: 0, lng: -140 },
  northSea: { lat: 56, lng: 3 },
  indian: { lat: -70 + 40, lng: 80 },
};

describe('the shipped geography', () => {
  it.each(Object.entries(land))('has land at %s', (_name, place) => expect(isLand(world, place)).toBe(true));
  it.each(Object.entries(sea))('has water in the %s', (_name, place) => expect(isLand(world, place)).toBe(false));

  it('draws no coast or border across the whole map', () => {
    for (const { geometry } of [world.coast, world.borders]) {
      for (const line of geometry.coordinates) {
        for (let i = 1; i < line.length; i++) expect(Math.abs(line[i]![0]! - line[i - 1]![0]!)).toBeLessThan(60);
      }
    }
  });

  it('names the countries on their own ground', () => {
    const russia = world.countries.features.find(({ properties }) => properties.name === 'Russia')!;
    expect(russia.geometry.coordinates[0]).toBeGreaterThan(60);
    expect(world.countries.features.length).toBeGreaterThan(150);
  });
});

describe('its cells', () => {
  const { level, files } = cutLevel(atlas, { name: 'test', degrees: 15, from: 6 });
  const serve = () => {
    const asked: string[] = [];
    stubGlobal('fetch', async (url: string) => {
      asked.push(url);
      const file = files.get(url.slice('/geography/'.length));
      return new Response(JSON.stringify(file), { status: file ? 200 : 404 });
    });
    return asked;
  };
  const around = async (place: LatLng, half: number) =>
    drawable(
      await new CellLoader('/geography/').load(level, cellsIn(level, viewOf(place, half))),
      (name, region) => `${region} ${name}`,
    );

  it.each(
    Object.entries({ ...land, ...sea, acrossTheAntimeridian: { lat: 66.5, lng: -176 }, inland: { lat: 55, lng: 95 } }),
  )('say the same about %s as the whole', async (_name, place) => {
    serve();
    const piece = await around(place, 1);
    expect(isLand({ ...world, land: { type: 'FeatureCollection', features: [piece.land] } }, place)).toBe(
      isLand(world, place) || place.lng === -176,
    );
  });

  it('are few around a street, and no more than the whole world from afar', () => {
    expect(cellsIn(level, viewOf(land.brisbane, 0.01))).toHaveLength(1);
    expect(cellsIn(level, viewOf({ lat: 67, lng: 180 }, 4))).toEqual([
      [23, 10],
      [0, 10],
    ]);
    const world: MapView = {
      center: { lat: 0, lng: 0 },
      zoom: 1,
      bounds: { west: -180, east: 180, south: -85, north: 85 },
    };
    expect(cellsIn(level, world)).toHaveLength(24 * 12);
  });

  it('have the coast and the names of their own area alone', async () => {
    serve();
    const { coast, countries } = await around(land.brisbane, 0.01);
    expect(coast.geometry.coordinates.length).toBeGreaterThan(0);
    for (const [lng, lat] of coast.geometry.coordinates.flat())
      expect([lng! > 135 && lng! < 175, lat! > -45 && lat! < -10]).toEqual([true, true]);
    expect(countries.features).toEqual([]);
    expect(
      (await around({ lat: -25, lng: 134 }, 15)).countries.features.map(
        ({ properties }) => properties?.['name'] as string,
      ),
    ).toContain('AU Australia');
    expect([...files.values()].flatMap((file) => file.countries).length).toBe(world.countries.features.length);
  });

  it('of nothing but land or sea are no files', async () => {
    const asked = serve();
    await around({ lat: 0, lng: -140 }, 0.01);
    await around({ lat: 62.5, lng: 97.5 }, 0.01);
    expect(asked).toEqual([]);
    expect(level.cells).toMatch(/^[fls]{288}$/);
    expect(level.cells.match(/f/g)).toHaveLength(files.size);
  });

  it('are loaded once, and again after a failure', async () => {
    const loader = new CellLoader('/geography/');
    stubGlobal('fetch', async () => new Response('', { status: 503 }));
    const cells = cellsIn(level, viewOf(land.brisbane, 0.01));
    await expect(loader.load(level, cells)).rejects.toThrow('503');
    const asked = serve();
    await loader.load(level, cells);
    await loader.load(level, cells);
    expect(asked).toHaveLength(1);
  });

  it('get finer as the player comes closer', () => {
    const levels = [{ from: 0 }, { from: 3.5 }, { from: 6 }];
    expect([0.5, 3.4, 3.5, 5.9, 17].map((zoom) => levelAt(levels, zoom).from)).toEqual([0, 0, 3.5, 3.5, 6]);
  });
});
