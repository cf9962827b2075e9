import type { LatLng } from './map-port';

/** One item on the map, with the texts that marker and list share. */
export interface Pin {
  /** `discovery:<id>` or `wall:<id>`. */
  key: string;
  kind: 'discovery' | 'wall';
  /** What the marker is called; never empty. */
  title: string;
  position: LatLng;
  /** The work no longer exists at its place. */
  gone: boolean;
}

/** Marker title of a discovery without a name. */
export const UNTITLED = 'Street Art Discovery';

/** Accessible name of a pin: its name, its kind and whether it is gone. */
export const pinLabel = (pin: Pin): string =>
  pin.kind === 'wall' ? `${pin.title}, legal wall` : `${pin.title}, street art${pin.gone ? ', no longer there' : ''}`;

/** "12 works", "1 legal wall", "12 works and 3 legal walls" */
export function countLabel(works: number, walls: number): string {
  const parts = [
    works > 0 && `${works} ${works === 1 ? 'work' : 'works'}`,
    walls > 0 && `${walls} legal ${walls === 1 ? 'wall' : 'walls'}`,
  ].filter(Boolean);
  return parts.join(' and ');
}
