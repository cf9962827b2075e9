import { mapScale } from '../nearby/mercator.js';

/**
 * Metres to a legal wall within which a work counts as being at it (readings, "which discovery fits which mission").
 */
const AT_WALL_METRES = 150;

/** `AT_WALL_METRES` at a latitude, in metres of the map. */
export const wallDistanceAt = (latitude: number): number => AT_WALL_METRES * mapScale(latitude);

/** SQL: whether the map point `x`, `y` is within `wall_distance` of a legal wall. */
export const AT_LEGAL_WALL = `EXISTS (SELECT FROM legal_walls
  WHERE g <@ box(point(x - wall_distance, y - wall_distance), point(x + wall_distance, y + wall_distance))
    AND g <-> point(x, y) <= wall_distance)`;
