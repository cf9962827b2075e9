import { differenceCiede2000, modeLab65, modeRgb, nearest, useMode as register } from 'culori/fn';
import type { Color } from './colors';

register(modeRgb);
register(modeLab65);

const difference = differenceCiede2000();

export interface Match {
  color: Color;
  /** CIEDE2000: differences below 1 are not visible. */
  distance: number;
}

/** The colours of the range that look most like a value (`#rrggbb`), the nearest first. */
export function nearestColors(colors: readonly Color[], hex: string, count: number): Match[] {
  return nearest(
    [...colors],
    difference,
    ({ hex: value }: Color) => value,
  )(hex, count).map((color) => ({ color, distance: difference(color.hex, hex) }));
}
