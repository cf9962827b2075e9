import type { DeclaredLimits } from '@sprayhunt/service-kit';
import type { FastifySchema } from 'fastify';
import { emptyResponse, REFUSED, texts, type JsonSchema } from '../openapi/route-schema.js';

const NUMBERS = { z: 'The zoom.', x: '0 to 2^z - 1, from the west.', y: '0 to 2^z - 1, from the north.' };

/** `GET /api/map/works/{z}/{x}/{y}.mvt`; its numbers have the limits of `Query.mapTile`. */
export const mapTileSchema = (limits: DeclaredLimits): FastifySchema => ({
  operationId: 'mapTile',
  summary: 'The works of a tile of the map (XYZ, Web Mercator), as a Mapbox vector tile',
  security: [{}, { session: [] }, { partner: ['discoveries:read'] }],
  params: {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(NUMBERS).map(([name, description]): [string, JsonSchema] => {
        const { min, max } = limits.get(`Query.mapTile.${name}`)!;
        return [name, { type: 'integer', minimum: min, maximum: max, description }];
      }),
    ),
    required: Object.keys(NUMBERS),
  },
  headers: texts({
    'If-None-Match': 'The `ETag` of a kept copy; it changes within a second of anything in the tile.',
  }),
  response: {
    200: {
      description:
        'Layer `works`: points with `standing` and `gone`, how many works; ' +
        'a single work has its `id` and, if it has one, its `title`. ' +
        'Up to zoom 12 a point for each of 16 x 16 cells that has works; ' +
        'from 13 on one for each work, or for each cell where a tile has more than 512 works. ' +
        'Layer `full`, from zoom 17 on: the tile has more works than the 512 that it lists. ' +
        'A tile without works is empty.',
      headers: { ETag: { type: 'string', description: 'For `If-None-Match`; ask each time.' } },
      content: { 'application/vnd.mapbox-vector-tile': { schema: { type: 'string', format: 'binary' } } },
    },
    304: emptyResponse('The kept copy is current'),
    default: REFUSED,
  },
});
