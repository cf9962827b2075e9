import { m } from '#messages';
import type { PinPreferences } from '../../api/types';

export type PinCategory = keyof PinPreferences;

/** The categories in their order, each with its five emoji, the default first. The server holds the same lists. */
export const PIN_CATEGORIES: readonly { key: PinCategory; label: () => string; emoji: readonly string[] }[] = [
  { key: 'illegalFinds', label: m.pins_illegal, emoji: ['🚫', '🚨', '🌙', '👀', '🔥'] },
  { key: 'legalFinds', label: m.pins_legal, emoji: ['✅', '🧱', '👍', '🟢', '🏆'] },
  { key: 'wetPaintFlicks', label: m.pins_wet, emoji: ['💧', '💦', '📸', '🌊', '🫧'] },
  { key: 'productions', label: m.pins_productions, emoji: ['🎨', '🌈', '🎬', '🌟', '👑'] },
  { key: 'stencils', label: m.pins_stencils, emoji: ['📏', '📐', '✂️', '🔲', '🐀'] },
  { key: 'tags', label: m.pins_tags, emoji: ['✏️', '🖍️', '✍️', '🔖', '⚡'] },
];

export const DEFAULT_PINS = Object.fromEntries(
  PIN_CATEGORIES.map(({ key, emoji }) => [key, emoji[0]!]),
) as PinPreferences;
