import type { ColorsQuery } from '../../api/graph/graphql';
import { foldText } from '../../lib/fold-text';
import { language } from '../../lib/language';

/** A colour of the range. */
export type Color = Omit<ColorsQuery['colors']['nodes'][number], '__typename'>;

export type Sort = 'hue' | 'lightness' | 'name' | 'code';

/** Greys after the hues; the lightest first. */
const ORDERS: Record<Sort, (a: Color, b: Color) => number> = {
  hue: (a, b) => (a.hue ?? 400) - (b.hue ?? 400) || b.lightness - a.lightness,
  lightness: (a, b) => b.lightness - a.lightness,
  name: (a, b) => a.name.localeCompare(b.name, language()),
  code: (a, b) => a.code.localeCompare(b.code, 'en'),
};

/** The colours whose name, code, family or value contain the text, in an order. */
export function chosenColors(colors: readonly Color[], search: string, sort: Sort): Color[] {
  const wanted = foldText(search.trim());
  return colors
    .filter((color) =>
      [color.name, color.code, color.family, color.hex].some((text) => foldText(text).includes(wanted)),
    )
    .sort(ORDERS[sort]);
}
