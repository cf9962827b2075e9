/**
 * The minimal server of a nearby list: `node:http` and `pg`, the same query as a named statement,
 * no session, limits or validation. `PORT` and `DATABASE_URL` in the environment.
 */
import { createServer } from 'node:http';
import pg from 'pg';
import type { Place } from '@sprayhunt/service-kit';
import { metresBetween, NEARBY_SQL, nearbyParameters } from './nearby-query.js';

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });

createServer((request, response) => {
  const query = new URL(request.url!, 'http://bare').searchParams;
  const place = { latitude: Number(query.get('latitude')), longitude: Number(query.get('longitude')) };
  const radius = Number(query.get('radius') ?? 5_000);
  pool
    .query<Place & { distance: number; away?: number }>({
      name: 'nearby',
      text: NEARBY_SQL,
      values: nearbyParameters(place, radius),
    })
    .then(
      ({ rows }) => {
        for (const row of rows) {
          row.distance = metresBetween(place, row);
          delete row.away;
        }
        const body = JSON.stringify(
          rows
            .filter(({ distance }) => distance <= radius)
            .sort((a, b) => a.distance - b.distance)
            .slice(0, 100),
        );
        response
          .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
          .end(body);
      },
      (error: Error) => response.writeHead(500).end(error.message),
    );
}).listen(Number(process.env['PORT']), '127.0.0.1');
