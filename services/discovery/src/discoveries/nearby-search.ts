import { parseInput } from '@sprayhunt/service-kit';
import type { Search } from '../nearby/spatial-index.js';
import { nearbyCursorOf, nearbyArguments } from '../nearby/list-pages.js';
import type * as Schema from '../schema.generated.js';

/** Metres. */
const MAX_RADIUS_METRES = 50_000;
export const nearby = nearbyArguments(MAX_RADIUS_METRES);

/**
 * Builds the search from the arguments of `discoveriesNearby`.
 * @throws Problem `VALIDATION_FAILED`
 */
export function nearbySearch(args: Schema.QueryDiscoveriesNearbyArgs): Search {
  const { latitude, longitude, radius, first, after } = parseInput(nearby, args);
  return { place: { latitude, longitude }, radius, first, after: after ? nearbyCursorOf(after) : undefined };
}
