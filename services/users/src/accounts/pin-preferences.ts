/**
 * The five emoji of each pin category, the default first (product.md, section 3 gives the
 * defaults; 🧱 is what the avatar-creation screen preselects for legal finds).
 */
export const PIN_EMOJI = {
  illegalFinds: ['🚫', '🚨', '🌙', '👀', '🔥'],
  legalFinds: ['✅', '🧱', '👍', '🟢', '🏆'],
  wetPaintFlicks: ['💧', '💦', '📸', '🌊', '🫧'],
  productions: ['🎨', '🌈', '🎬', '🌟', '👑'],
  stencils: ['📏', '📐', '✂️', '🔲', '🐀'],
  tags: ['✏️', '🖍️', '✍️', '🔖', '⚡'],
} as const;

export type PinCategory = keyof typeof PIN_EMOJI;
export type PinPreferences = Record<PinCategory, string>;

export const PIN_CATEGORIES = Object.keys(PIN_EMOJI) as PinCategory[];

export const DEFAULT_PINS = Object.fromEntries(
  PIN_CATEGORIES.map((category) => [category, PIN_EMOJI[category][0]]),
) as PinPreferences;

/** Some keyboards send emoji without the variation selector. */
const bare = (emoji: string) => emoji.replaceAll('\uFE0F', '').trim();

/** The emoji in the form of the category; undefined if it is not one of its five. */
export const pinEmoji = (category: PinCategory, given: string): string | undefined =>
  PIN_EMOJI[category].find((emoji) => bare(emoji) === bare(given));
