/** The five pin types; Location is the default. The server keeps the same list. */
export const pinTypes = [
  { type: 'tag', name: 'Tag', emoji: '🏷️', meaning: 'tagging spots' },
  { type: 'location', name: 'Location', emoji: '📍', meaning: 'general marker' },
  { type: 'marker', name: 'Marker', emoji: '📌', meaning: 'important point' },
  { type: 'flag', name: 'Flag', emoji: '🚩', meaning: 'special location' },
  { type: 'hot_spot', name: 'Hot Spot', emoji: '🔥', meaning: 'high activity' },
] as const;

export type PinType = (typeof pinTypes)[number]['type'];
export const DEFAULT_PIN: PinType = 'location';

export const pinTypeOf = (type: PinType) => pinTypes.find((pin) => pin.type === type)!;
