import type { Place } from '@sprayhunt/service-kit';

const EARTH_METRES = 6_371_008.8;
const MERCATOR_METRES = 6_378_137;
const RADIANS = Math.PI / 180;

/** Discovery's statement for the 100 works nearest to a place; only the names of the columns differ. */
export const NEARBY_SQL = `SELECT * FROM (
    SELECT id, title,
      CASE WHEN lengthy THEN (SELECT whole.description FROM discovery.discoveries whole WHERE whole.id = discovery.id)
        ELSE brief END AS description,
      artist_name, latitude, longitude, address, '/objects/' || picture_id AS "imageUrl", thumbhash,
        pin_type AS "pinType",
      role AS "userRole", is_fresh_art AS "isFreshArt", status, year, source, source_url AS "sourceUrl", licence, likes,
      tokens_awarded AS "tokensAwarded", created_at AS "createdAt", false AS liked,
      g <-> point($1, $2) AS away
    FROM discovery.discoveries discovery
    WHERE (g <-> point($1, $2)) >= $3 ORDER BY g <-> point($1, $2) LIMIT 112
  ) nearest WHERE away <= $4`;

/** Its parameters. */
export function nearbyParameters({ latitude, longitude }: Place, radius: number): number[] {
  const x = MERCATOR_METRES * longitude * RADIANS;
  const y = MERCATOR_METRES * Math.log(Math.tan(Math.PI / 4 + (latitude * RADIANS) / 2));
  const widest = MERCATOR_METRES / EARTH_METRES / Math.cos(Math.abs(latitude) * RADIANS + radius / EARTH_METRES);
  return [x, y, 0, radius * widest];
}

/** Great-circle metres. */
export function metresBetween(a: Place, b: Place): number {
  const north = Math.sin(((b.latitude - a.latitude) * RADIANS) / 2);
  const east = Math.sin(((b.longitude - a.longitude) * RADIANS) / 2);
  return (
    2 *
    EARTH_METRES *
    Math.asin(Math.sqrt(north * north + Math.cos(a.latitude * RADIANS) * Math.cos(b.latitude * RADIANS) * east * east))
  );
}
