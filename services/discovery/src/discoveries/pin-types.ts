import type { PinType } from './discovery.entity.js';

/** The five pin types: the emoji on the map and the display name. */
export const PINS: Record<PinType, { emojiPin: string; emojiType: string }> = {
  tag: { emojiPin: '🏷️', emojiType: 'Tag' },
  location: { emojiPin: '📍', emojiType: 'Location' },
  marker: { emojiPin: '📌', emojiType: 'Marker' },
  flag: { emojiPin: '🚩', emojiType: 'Flag' },
  hot_spot: { emojiPin: '🔥', emojiType: 'Hot Spot' },
};
