import { m } from '#messages';
import { formatList, formatNumber } from '../../lib/format';
import type { LatLng } from './map-port';

/** One item on the map, with the texts that marker and list share. */
export interface Pin {
  /** `discovery:<id>` or `wall:<id>`. */
  key: string;
  kind: 'discovery' | 'wall';
  /** Name of the marker; never empty. */
  title: string;
  position: LatLng;
  /** The work no longer exists at its place. */
  gone: boolean;
}

/** Title of a discovery, also of one without a name. */
export const workTitle = (title: string | null | undefined): string => title?.trim() || m.map_untitled();

/** Accessible name of a pin: its name, its kind and whether it is gone. */
export const pinLabel = (pin: Pin): string =>
  (pin.kind === 'wall' ? m.map_pin_wall : pin.gone ? m.map_pin_gone : m.map_pin_work)(pin);

/** "12 works", "1 legal wall", "12 works and 3 legal walls"; "500+ works" where there are more than were counted. */
export function countLabel(works: number, walls: number, { isCut = false } = {}): string {
  const countOfWorks = isCut ? m.map_works_cut({ count: formatNumber(works) }) : m.map_works({ count: works });
  return formatList([works > 0 ? countOfWorks : '', walls > 0 ? m.map_walls({ count: walls }) : ''].filter(Boolean));
}
