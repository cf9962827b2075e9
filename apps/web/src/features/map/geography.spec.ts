import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import type { MultiPolygon, Position } from 'geojson';
import { boxAround, boxHolds, clipGeography } from './clip';
import { toGeography } from './geography';
import type { LatLng, MapView } from './map-port';

const atlas = JSON.parse(readFileSync(createRequire(import.meta.url).resolve('world-atlas/countries-110m.json'), 'utf8')) as Parameters<typeof toGeography>[0];
const world = toGeography(atlas);

const inRing = ({ lat, lng }: LatLng, ring: Position[]) =>
  ring.reduce((inside, [x, y], i) => {
    const [px, py] = ring[(i + ring.length - 1) % ring.length]!;
    return (y! > lat) !== (py! > lat) && lng < ((px! - x!) * (lat - y!)) / (py! - y!) + x! ? !inside : inside;
  }, false);

const isLand = (geography: typeof world, place: LatLng) =>
  geography.land.features.some(({ geometry }) => {
    const polygons = geometry.type === 'Polygon' ? [(geometry).coordinates] : (geometry as MultiPolygon).coordinates;
    return polygons.some(([outer, ...holes]) => inRing(place, outer!) && !holes.some((hole) => inRing(place, hole)));
  });

const viewOf = ({ lat, lng }: LatLng, half: number): MapView => ({
  center: { lat, lng }, zoom: 8, bounds: { west: lng - half, east: lng + half, south: lat - half, north: lat + half },
});

const land = { brisbane: { lat: -27.3, lng: 152.5 }, montreal: { lat: 45.6, lng: -73.6 }, chukotka: { lat: 67, lng: 178 }, southPole: { lat: -88, lng: 20 } };
const sea = { atlantic: { lat: 45, lng: -35 }, pacific: { lat: 0, lng: -140 }, northSea: { lat: 56, lng: 3 }, indian: { lat: -70 + 40, lng: 80 } };

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

describe('a piece of it', () => {
  it.each(Object.entries({ ...land, ...sea }))('says the same about %s as the whole', (_name, place) => {
    const piece = clipGeography(world, boxAround(viewOf(place, 1)));
    expect(isLand(piece, place)).toBe(isLand(world, place));
  });

  it('is drawn on both sides of the antimeridian', () => {
    const view: MapView = { center: { lat: 67, lng: 180 }, zoom: 6, bounds: { west: 176, east: -178, south: 65, north: 69 } };
    const piece = clipGeography(world, boxAround(view));
    expect(isLand(piece, { lat: 67, lng: 178 })).toBe(true);
    expect(isLand(piece, { lat: 66.5, lng: 184 })).toBe(true);
  });

  it('serves until the view leaves it', () => {
    const box = boxAround(viewOf(land.brisbane, 1));
    expect(boxHolds(box, viewOf({ lat: -27, lng: 153 }, 1))).toBe(true);
    expect(boxHolds(box, viewOf({ lat: -33, lng: 151 }, 1))).toBe(false);
  });
});
