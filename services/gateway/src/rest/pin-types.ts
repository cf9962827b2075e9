/** The five pin types: GraphQL value, display name, emoji, as in discovery. */
export const PINS = [
  { type: 'tag', name: 'Tag', emoji: '🏷️' },
  { type: 'location', name: 'Location', emoji: '📍' },
  { type: 'marker', name: 'Marker', emoji: '📌' },
  { type: 'flag', name: 'Flag', emoji: '🚩' },
  { type: 'hot_spot', name: 'Hot Spot', emoji: '🔥' },
] as const;

type PinType = (typeof PINS)[number]['type'];

/** Emoji are sent with and without the variation selector. */
const VARIATION_SELECTOR = /\uFE0F/g;
const plain = (text: string) =>
  text
    .replace(VARIATION_SELECTOR, '')
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');

/** The pin type of an emoji or name; undefined for anything else. */
export const pinTypeOf = (text: string): PinType | undefined =>
  PINS.find(({ type, emoji }) => plain(text) === type || plain(text) === plain(emoji))?.type;
