import { parseInput } from '@sprayhunt/service-kit';
import { nearbyArguments } from '../nearby/list-arguments.js';
import type { Search } from '../nearby/places.js';
import { markOf } from '../nearby/page-cursor.js';
import type * as Schema from '../schema.generated.js';

/** Metres. */
const WIDEST = 50_000;
export const nearby = nearbyArguments(WIDEST);

/**
 * Builds the search from the arguments of `discoveriesNearby`.
 * @throws Problem `VALIDATION_FAILED`
 */
export function nearbySearch(args: Schema.QueryDiscoveriesNearbyArgs): Search {
  const { latitude, longitude, radius, first, after } = parseInput(nearby, args);
  return { place: { latitude, longitude }, radius, first, after: after ? markOf(after) : undefined };
}
