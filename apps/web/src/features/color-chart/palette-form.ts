import { m } from '#messages';
import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { LIMITS } from '../../api/limits';
import { requiredText } from '../../lib/form';

/** A palette that is being made or changed. Fields are in the order of the screen. */
export const paletteRules = z.object({
  /** Null for a new one. */
  id: z.string().nullable(),
  /** Codes, each once. */
  colors: z
    .array(z.string())
    .min(1, { error: () => m.color_chart_palette_colors_missing() })
    .max(LIMITS.paletteColors, { error: () => m.color_chart_palette_full({ count: LIMITS.paletteColors }) }),
  name: requiredText(() => m.color_chart_palette_name_missing(), LIMITS.palette),
});

export type PaletteValues = z.infer<typeof paletteRules>;
export type PaletteForm = UseFormReturn<PaletteValues>;

export const EMPTY_PALETTE: PaletteValues = { id: null, colors: [], name: '' };

/** Adds a colour to the palette, unless it has the colour already or is full. */
export function addColor({ getValues, setValue }: PaletteForm, code: string): void {
  const colors = getValues('colors');
  if (!colors.includes(code) && colors.length < LIMITS.paletteColors)
    setValue('colors', [...colors, code], { shouldDirty: true, shouldValidate: true });
}
