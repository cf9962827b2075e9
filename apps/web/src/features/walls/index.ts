/** The exports of this feature for other features. */
export { wallPin, WALLS_RADIUS, wallsNearby } from './nearby';
