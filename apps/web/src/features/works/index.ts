/** The exports of this feature for other features. */
export { setLiked } from './like';
export { type NewWork, refetchNearby } from './nearby';
export { cacheList, useWorks } from './use-works';
export { DEFAULT_PIN, type PinType, pinTypeOf, pinTypes } from './pin-types';
