/**
 * The least that serves missions nearby: one program, the statement of the missions service, and JSON. Its environment
 * is that of `program`.
 */
import { createServer } from 'node:http';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });

const EARTH_KM = 6_371.0088;
const DEGREES_PER_KM = 180 / (Math.PI * EARTH_KM);

const NEARBY = `SELECT * FROM (
    SELECT id, title, description, city, country, mission_type AS "missionTypeName",
      difficulty_level AS "difficultyName", safety_rating AS "safetyName", latitude, longitude, radius,
      true AS "isActive", ends_at AS "endsAt", rewards_tokens AS "rewardsTokens", list_rank = 0 AS "isFeatured",
        historical_context AS "historicalContext",
      artist_info AS "artistInfo", best_photo_time AS "bestPhotoTime", source, source_url AS "sourceUrl", participants,
      2 * ${EARTH_KM} * asin(least(1, sqrt(sin(radians(latitude - $1) / 2) ^ 2 + cos(radians($1)) *
        cos(radians(latitude)) * sin(radians(longitude - $2) / 2) ^ 2))) AS distance
    FROM missions.missions
    WHERE latitude BETWEEN $1 - $3 * ${DEGREES_PER_KM} AND $1 + $3 * ${DEGREES_PER_KM}
      AND (ends_at IS NULL OR ends_at > now())) AS found
  WHERE distance <= $3 ORDER BY distance, id LIMIT 101`;

createServer((request, response) => {
  const query = new URL(request.url!, 'http://bare').searchParams;
  pool
    .query({
      name: 'nearby',
      text: NEARBY,
      values: ['latitude', 'longitude', 'radius'].map((name) => Number(query.get(name))),
    })
    .then(
      ({ rows }) => {
        const body = JSON.stringify(rows.slice(0, 100));
        response
          .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
          .end(body);
      },
      (error: Error) => response.writeHead(500).end(error.message),
    );
}).listen(Number(process.env['PORT']), '127.0.0.1');
