import type { PinPreferences } from '../../api/types';

export type PinCategory = keyof PinPreferences;

/** The categories in their order, each with its five emoji, the default first. The server holds the same lists. */
export const PIN_CATEGORIES: readonly { key: PinCategory; label: string; emoji: readonly string[] }[] = [
  { key: 'illegalFinds', label: 'Illegal finds', emoji: ['🚫', '🚨', '🌙', '👀', '🔥'] },
  { key: 'legalFinds', label: 'Legal finds', emoji: ['✅', '🧱', '👍', '🟢', '🏆'] },
  { key: 'wetPaintFlicks', label: 'Wet paint flicks', emoji: ['💧', '💦', '📸', '🌊', '🫧'] },
  { key: 'productions', label: 'Productions', emoji: ['🎨', '🌈', '🎬', '🌟', '👑'] },
  { key: 'stencils', label: 'Stencils', emoji: ['📏', '📐', '✂️', '🔲', '🐀'] },
  { key: 'tags', label: 'Tags', emoji: ['✏️', '🖍️', '✍️', '🔖', '⚡'] },
];

export const DEFAULT_PINS = Object.fromEntries(PIN_CATEGORIES.map(({ key, emoji }) => [key, emoji[0]!])) as PinPreferences;
