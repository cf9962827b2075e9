import { PbfWriter } from 'pbf';
import type { MapMarker, TileContent } from './map-reads.js';
import { positionInTile, type Tile } from './tile.js';

/** Units along each side of an encoded tile. */
const EXTENT = 4096;

/** Changed with the encoding of tiles, so that clients' copies from an earlier release are stale. */
export const FORMAT = 1;

/** Field numbers and values of the vector tile format. */
const TILE = { layers: 3 } as const;
const LAYER = { name: 1, features: 2, keys: 3, values: 4, extent: 5, version: 15 } as const;
const FEATURE = { tags: 2, type: 3, geometry: 4 } as const;
const VALUE = { string: 1, uint: 5 } as const;
const POINT = 1;
const MOVE_TO_ONE = 9;

type Properties = Record<string, string | number>;
type Feature = [at: [x: number, y: number], properties: Properties];

/**
 * A Mapbox vector tile (2.1). Layer `works` has a point for each marker: `standing` and `gone`, how many works; for a
 * single one its `id` and, if it has one, its `title`. Layer `full`, with one point, is there if there are more works
 * than the tile lists.
 */
export function vectorTile(tile: Tile, { markers, isFull }: TileContent): Uint8Array {
  const pbf = new PbfWriter();
  const works = markers.map((marker): Feature => [positionInTile(tile, marker.place, EXTENT), propertiesOf(marker)]);
  if (works.length > 0) pbf.writeMessage(TILE.layers, writeLayer, { name: 'works', features: works });
  if (isFull)
    pbf.writeMessage(TILE.layers, writeLayer, {
      name: 'full',
      features: [[[EXTENT / 2, EXTENT / 2], { listed: markers.length }]],
    });
  return pbf.finish();
}

function propertiesOf({ standing, gone, work, title }: MapMarker): Properties {
  if (standing + gone > 1 || !work) return { standing, gone };
  return title ? { standing, gone, id: work, title } : { standing, gone, id: work };
}

/**
 * Features refer to keys and values by their index in the layer. `@maplibre/vt-pbf` writes the same at four times the
 * cost.
 */
function writeLayer({ name, features }: { name: string; features: Feature[] }, pbf: PbfWriter): void {
  const keys = new Numbers<string>();
  const values = new Numbers<string | number>();
  pbf.writeStringField(LAYER.name, name);
  pbf.writeVarintField(LAYER.version, 2);
  pbf.writeVarintField(LAYER.extent, EXTENT);
  for (const [[x, y], properties] of features) {
    const tags: number[] = [];
    for (const key in properties) tags.push(keys.of(key), values.of(properties[key]!));
    pbf.writeMessage(LAYER.features, writePoint, { tags, geometry: [MOVE_TO_ONE, x * 2, y * 2] });
  }
  for (const key of keys.all()) pbf.writeStringField(LAYER.keys, key);
  for (const value of values.all()) pbf.writeMessage(LAYER.values, writeValue, value);
}

/** Coordinates are not negative, so twice the number is its zigzag code. */
function writePoint({ tags, geometry }: { tags: number[]; geometry: number[] }, pbf: PbfWriter): void {
  pbf.writePackedVarint(FEATURE.tags, tags);
  pbf.writeVarintField(FEATURE.type, POINT);
  pbf.writePackedVarint(FEATURE.geometry, geometry);
}

function writeValue(value: string | number, pbf: PbfWriter): void {
  if (typeof value === 'string') pbf.writeStringField(VALUE.string, value);
  else pbf.writeVarintField(VALUE.uint, value);
}

/** Assigns indexes to distinct values in the order of their first use. */
class Numbers<T> {
  private readonly numbers = new Map<T, number>();

  of(value: T): number {
    const known = this.numbers.get(value);
    if (known !== undefined) return known;
    this.numbers.set(value, this.numbers.size);
    return this.numbers.size - 1;
  }

  all(): Iterable<T> {
    return this.numbers.keys();
  }
}
