import Supercluster from 'supercluster';
import { wrapLongitude } from './distance';
import type { LatLng, MapView } from './map-port';
import type { Pin } from './pins';
import type { CountedCell } from './work-tiles';

/** Pixels between two markers below which they would cover each other: a marker's width. */
const MIN_MARKER_DISTANCE = 44;
/** Deepest zoom at which pins still cluster; works at exactly the same point always stay together. */
const DEEPEST = 21;
/** Zoom levels by which a click on a counted cell goes nearer: the cell then fills the view, in up to 64 parts. */
const CELL_OPENS = 3;

type Point = { pin: Pin } | { cell: CountedCell };

export type MapMarker =
  | { kind: 'pin'; key: string; position: LatLng; pin: Pin }
  | {
      kind: 'cluster';
      key: string;
      position: LatLng;
      works: number;
      walls: number;
      /** How many of the works are no longer there. */
      gone: number;
      /** The zoom at which it falls apart; null where its pins share one point. */
      opensAt: number | null;
      pins(): Pin[];
    };

type Index = Supercluster<Point, { works: number; walls: number; gone: number }>;

/** Groups pins whose markers would overlap. */
export class Clusters {
  /** An index groups nothing across its edge, so there is one with the edge at each side of the world. */
  private readonly indexes = new Map<number, Index>();

  /** @param countedCells each stays whole */
  constructor(
    private readonly pins: readonly Pin[],
    private readonly countedCells: readonly CountedCell[] = [],
  ) {}

  /** Clusters in the view, with a margin so that panning finds markers already there. */
  markers({ center, bounds, zoom }: MapView): MapMarker[] {
    const turn = Math.abs(wrapLongitude(center.lng)) > 90 ? 180 : 0;
    const index = this.indexAt(turn);
    const latMargin = (bounds.north - bounds.south) * 0.15;
    const east = bounds.east < bounds.west ? bounds.east + 360 : bounds.east;
    const lngMargin = (east - bounds.west) * 0.15;
    const box: [number, number, number, number] = [
      bounds.west + turn - lngMargin,
      Math.max(-90, bounds.south - latMargin),
      east + turn + lngMargin,
      Math.min(90, bounds.north + latMargin),
    ];
    return index.getClusters(box, Math.floor(zoom)).map(({ geometry, properties }): MapMarker => {
      if ('pin' in properties)
        return { kind: 'pin', key: properties.pin.key, position: properties.pin.position, pin: properties.pin };
      if ('cell' in properties) {
        const { key, position, works, gone } = properties.cell;
        return {
          kind: 'cluster',
          key: `${key}:${works}:${gone}`,
          position,
          works,
          walls: 0,
          gone,
          opensAt: Math.floor(zoom) + CELL_OPENS,
          pins: () => [],
        };
      }
      const [lng = 0, lat = 0] = geometry.coordinates;
      const id = properties.cluster_id;
      const opensAt = index.getClusterExpansionZoom(id);
      const { works, walls, gone } = properties;
      return {
        kind: 'cluster',
        key: `cluster:${turn}:${id}:${works}:${walls}`,
        position: { lat, lng: wrapLongitude(lng - turn) },
        works,
        walls,
        gone,
        opensAt: opensAt > DEEPEST ? null : opensAt,
        pins: () =>
          index.getLeaves(id, Infinity).flatMap(({ properties: point }) => ('pin' in point ? [point.pin] : [])),
      };
    });
  }

  /** The index of the world turned by so many degrees, which is built when it is first needed. */
  private indexAt(turn: number): Index {
    const known = this.indexes.get(turn);
    if (known) return known;
    const index: Index = new Supercluster({
      radius: MIN_MARKER_DISTANCE,
      maxZoom: DEEPEST,
      // Our zoom levels count tiles of 256 pixels.
      extent: 256,
      map: (point) => countOf(point),
      reduce: (sum, one) => {
        sum.works += one.works;
        sum.walls += one.walls;
        sum.gone += one.gone;
      },
    });
    const feature = (properties: Point, { lat, lng }: LatLng) => ({
      type: 'Feature' as const,
      properties,
      geometry: { type: 'Point' as const, coordinates: [wrapLongitude(lng + turn), lat] },
    });
    index.load([
      ...this.pins.map((pin) => feature({ pin }, pin.position)),
      ...this.countedCells.map((cell) => feature({ cell }, cell.position)),
    ]);
    this.indexes.set(turn, index);
    return index;
  }
}

const countOf = (point: Point): { works: number; walls: number; gone: number } =>
  'cell' in point
    ? { works: point.cell.works, walls: 0, gone: point.cell.gone }
    : {
        works: point.pin.kind === 'discovery' ? 1 : 0,
        walls: point.pin.kind === 'wall' ? 1 : 0,
        gone: point.pin.gone ? 1 : 0,
      };
