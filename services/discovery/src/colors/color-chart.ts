import { readFileSync } from 'node:fs';
import { foldText } from '@sprayhunt/service-kit';
import { z } from 'zod';

const color = z.object({
  code: z.string().regex(/^SH-\d{3}$/),
  name: z.string().min(1),
  family: z.string().min(1),
  hex: z.string().regex(/^#[0-9a-f]{6}$/),
  /** OKLCH: 0 to 1, and degrees; null for greys. */
  lightness: z.number().min(0).max(1),
  hue: z.number().min(0).max(360).nullable(),
});

export type Color = z.infer<typeof color>;
export type ColorSort = 'code' | 'name' | 'hue' | 'lightness';

/** The shipped range, by code (see data/README.md). It only changes with a release. */
export const colorChart: readonly Color[] = z
  .array(color)
  .parse(JSON.parse(readFileSync(new URL('../../data/colors.json', import.meta.url), 'utf8')));

export const colorByCode: ReadonlyMap<string, Color> = new Map(colorChart.map((color) => [color.code, color]));

/** Greys follow the hues; equal colours stay in the order of their codes. */
const ORDERS: Record<ColorSort, (a: Color, b: Color) => number> = {
  code: (a, b) => a.code.localeCompare(b.code, 'en'),
  name: (a, b) => a.name.localeCompare(b.name, 'en'),
  hue: (a, b) => (a.hue ?? 400) - (b.hue ?? 400),
  lightness: (a, b) => b.lightness - a.lightness,
};

/** The colours whose name, code, family or value contain the text, in the requested order. */
export function colorsMatching(search: string, sort: ColorSort): Color[] {
  const needle = foldText(search);
  return colorChart
    .filter((each) => [each.name, each.code, each.family, each.hex].some((text) => foldText(text).includes(needle)))
    .sort(ORDERS[sort]);
}
