import Supercluster from 'supercluster';
import type { LatLng, MapView } from './map-port';
import type { Pin } from './pins';

/** Pixels between two markers below which they would cover each other: a marker's width. */
const CROWDED = 44;
/** Deepest zoom at which pins still cluster; works at exactly the same point always stay together. */
const DEEPEST = 21;

export type MapMark =
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

/** Groups pins whose markers would overlap. */
export class Clusters {
  private readonly index = new Supercluster<{ pin: Pin }, { works: number; walls: number; gone: number }>({
    radius: CROWDED,
    maxZoom: DEEPEST,
    // Our zoom levels count tiles of 256 pixels.
    extent: 256,
    map: ({ pin }) => ({ works: pin.kind === 'discovery' ? 1 : 0, walls: pin.kind === 'wall' ? 1 : 0, gone: pin.gone ? 1 : 0 }),
    reduce: (sum, one) => {
      sum.works += one.works;
      sum.walls += one.walls;
      sum.gone += one.gone;
    },
  });

  constructor(pins: readonly Pin[]) {
    this.index.load(
      pins.map((pin) => ({
        type: 'Feature',
        properties: { pin },
        geometry: { type: 'Point', coordinates: [pin.position.lng, pin.position.lat] },
      })),
    );
  }

  /** Clusters in the view, with a margin so that panning finds markers already there. */
  marks({ bounds, zoom }: MapView): MapMark[] {
    const latMargin = (bounds.north - bounds.south) * 0.15;
    const east = bounds.east < bounds.west ? bounds.east + 360 : bounds.east;
    const lngMargin = (east - bounds.west) * 0.15;
    const box: [number, number, number, number] = [
      bounds.west - lngMargin, Math.max(-90, bounds.south - latMargin), east + lngMargin, Math.min(90, bounds.north + latMargin),
    ];
    return this.index.getClusters(box, Math.floor(zoom)).map(({ geometry, properties }): MapMark => {
      const [lng = 0, lat = 0] = geometry.coordinates;
      const position = { lat, lng };
      if (!('cluster' in properties)) return { kind: 'pin', key: properties.pin.key, position, pin: properties.pin };
      const id = properties.cluster_id;
      const opensAt = this.index.getClusterExpansionZoom(id);
      const { works, walls, gone } = properties;
      return {
        kind: 'cluster', key: `cluster:${id}:${works}:${walls}`, position, works, walls, gone,
        opensAt: opensAt > DEEPEST ? null : opensAt,
        pins: () => this.index.getLeaves(id, Infinity).map((leaf) => leaf.properties.pin),
      };
    });
  }
}
