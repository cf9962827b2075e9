import { services } from '@sprayhunt/contracts/services';
import type { DeclaredLimits } from '@sprayhunt/service-kit';
import { DEVICES, MAX_ERRORS, MAX_NAME, MAX_VALUE, SCREENS, VITALS } from '../page-reports/page-metrics.js';
import { inHeader, ofPlayers, refused } from './openapi-terms.js';
import type { JsonSchema } from './response-schema.js';

const text = (name: string, description: string, more: JsonSchema = {}) => ({
  name,
  in: 'query',
  required: false,
  description,
  schema: { type: 'string' },
  ...more,
});

const tusVersion = inHeader('Tus-Resumable', '`1.0.0`');
const uploadAddress: JsonSchema[] = [
  { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
  { name: 'token', in: 'query', required: true, schema: { type: 'string' } },
];

const exportKeys = new Intl.ListFormat('en-GB').format(
  Object.values(services).map(({ exportKey }) => `\`${exportKey}\``),
);

/** The schema of a number of `Query.mapTile`. */
function ofTile(name: 'z' | 'x' | 'y', limits: DeclaredLimits): JsonSchema {
  const { min, max } = limits.get(`Query.mapTile.${name}`)!;
  return { type: 'integer', minimum: min, maximum: max };
}

/** Calls without a GraphQL operation: navigations, sessions, byte streams and live updates. */
export const otherPaths = (limits: DeclaredLimits): Record<string, Record<string, JsonSchema>> => ({
  '/api/login': {
    get: {
      operationId: 'login',
      summary: 'Redirects the browser to the sign-in screen of the OpenID provider, and back',
      parameters: [text('returnTo', 'A path of this site; anything else counts as /.')],
      responses: { 302: { description: 'To the OpenID provider' }, default: refused },
    },
  },
  '/api/login/callback': {
    get: {
      operationId: 'loginCallback',
      summary: 'Where the OpenID provider redirects to; opens the session',
      parameters: [text('code', 'Of the provider.'), text('state', 'Of the sign-in that this browser began.')],
      responses: {
        302: { description: 'To where the player was, or to the sign-in screen, which says what went wrong' },
        default: refused,
      },
    },
  },
  '/api/logout': {
    get: {
      operationId: 'logout',
      summary: 'Ends the session, here and at the OpenID provider, and leads to /',
      responses: { 302: { description: 'To /, or by way of another provider' } },
    },
  },
  '/api/profile/sessions': {
    get: {
      operationId: 'sessions',
      summary: 'The sessions of the player, most recently used first; at most 100',
      ...ofPlayers,
      responses: {
        200: {
          description: 'Done',
          content: {
            'application/json': {
              schema: {
                type: 'array',
                items: {
                  type: 'object',
                  required: ['id', 'device', 'openedAt', 'lastSeenAt', 'current'],
                  properties: {
                    id: { type: 'string' },
                    device: { type: 'string', description: 'Browser and system, for display: `Firefox on Linux`.' },
                    openedAt: { type: 'string', format: 'date-time' },
                    lastSeenAt: { type: 'string', format: 'date-time', description: 'Accurate to ten minutes.' },
                    current: { type: 'boolean', description: 'Whether this call belongs to the session.' },
                  },
                },
              },
            },
          },
        },
        default: refused,
      },
    },
    delete: {
      operationId: 'endOtherSessions',
      summary: 'Signs the player out everywhere else',
      ...ofPlayers,
      responses: { 204: { description: 'Done' }, default: refused },
    },
  },
  '/api/profile/sessions/{id}': {
    delete: {
      operationId: 'endSession',
      summary: 'Ends one session of the player; ending the current one signs out',
      ...ofPlayers,
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      responses: { 204: { description: 'Done' }, default: refused },
    },
  },
  '/api/profile/export': {
    get: {
      operationId: 'exportPersonalData',
      summary:
        'Everything that is stored about the signed-in player, pictures included, as one file; also for pending players',
      security: [{ session: [] }],
      responses: {
        200: {
          description: `${exportKeys}, each with lists by name; pictures as {id, contentType, base64, …}. A file that was cut off is not valid JSON.`,
          headers: {
            'Content-Disposition': {
              description: 'An attachment with a name for the file.',
              schema: { type: 'string' },
            },
          },
          content: { 'application/json': { schema: { type: 'object' } } },
        },
        default: {
          description: 'Refused',
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      },
    },
  },
  '/api/map/works/{z}/{x}/{y}.mvt': {
    get: {
      operationId: 'mapTile',
      summary: 'The works of a tile of the map (XYZ, Web Mercator), as a Mapbox vector tile',
      security: [{}, { session: [] }, { partner: ['discoveries:read'] }],
      parameters: [
        { name: 'z', in: 'path', required: true, description: 'The zoom.', schema: ofTile('z', limits) },
        {
          name: 'x',
          in: 'path',
          required: true,
          description: '0 to 2^z - 1, from the west.',
          schema: ofTile('x', limits),
        },
        {
          name: 'y',
          in: 'path',
          required: true,
          description: '0 to 2^z - 1, from the north.',
          schema: ofTile('y', limits),
        },
        inHeader(
          'If-None-Match',
          'The `ETag` of a kept copy; it changes within a second of anything in the tile.',
          false,
        ),
      ],
      responses: {
        200: {
          description:
            'Layer `works`: points with `standing` and `gone`, how many works; a single work has its `id` and, if it has one, its `title`. Up to zoom 12 a point for each of 16 x 16 cells that has works; from 13 on one for each work, or for each cell where a tile has more than 512 works. Layer `full`, from zoom 17 on: the tile has more works than the 512 that it lists. A tile without works is empty.',
          headers: { ETag: { description: 'For `If-None-Match`; ask each time.', schema: { type: 'string' } } },
          content: { 'application/vnd.mapbox-vector-tile': { schema: { type: 'string', format: 'binary' } } },
        },
        304: { description: 'The kept copy is current' },
        default: refused,
      },
    },
  },
  '/api/live': {
    get: {
      operationId: 'live',
      summary:
        'Server-sent events: `tokens` and `notification` for the player, `discovery` and `removed` near the last viewport',
      security: [{}, { session: [] }, { partner: ['discoveries:read'] }],
      parameters: ['latitude', 'longitude', 'radius'].map((name) =>
        text(name, 'A viewport for this connection; without it the last nearby query counts.', {
          schema: { type: 'number' },
        }),
      ),
      responses: {
        200: {
          description:
            '`tokens` holds {balance, change, reason}; `notification` holds {unread, kind}, where kind is null when notifications were only read; `discovery` holds {id, title, latitude, longitude, …} of a work that was added or put back on the map; `removed` holds {id} of a work that was taken off the map; comments keep the line open.',
          content: { 'text/event-stream': { schema: { type: 'string' } } },
        },
      },
    },
  },
  '/api/page-reports': {
    post: {
      operationId: 'reportPage',
      summary: 'Takes from the page how fast it was and where it failed; needs no session',
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['screen', 'device', 'vitals', 'errors'],
              properties: {
                screen: { type: 'string', enum: [...SCREENS] },
                device: { type: 'string', enum: [...DEVICES] },
                vitals: {
                  type: 'array',
                  maxItems: Object.keys(VITALS).length,
                  items: {
                    type: 'object',
                    required: ['name', 'value'],
                    properties: {
                      name: { type: 'string', enum: Object.keys(VITALS) },
                      value: {
                        type: 'number',
                        minimum: 0,
                        maximum: MAX_VALUE,
                        description: 'Milliseconds; CLS has no unit.',
                      },
                    },
                  },
                },
                errors: {
                  type: 'array',
                  maxItems: MAX_ERRORS,
                  items: {
                    type: 'object',
                    required: ['name', 'place'],
                    properties: {
                      name: { type: 'string', maxLength: MAX_NAME, description: 'Class of the error.' },
                      place: { type: 'string', maxLength: 100, description: '`home-1a2b.js:1:345` or `unknown`.' },
                    },
                  },
                },
              },
            },
          },
        },
      },
      responses: { 204: { description: 'Counted' }, default: refused },
    },
  },
  '/api/webhooks/stripe': {
    post: {
      operationId: 'stripeEvent',
      summary: "Receives an event of Stripe's, which its signature authorizes; a repeated one changes nothing",
      parameters: [inHeader('Stripe-Signature', 'Time and signature of the body, at most 5 minutes old.')],
      requestBody: {
        required: true,
        description: 'At most 256 KB.',
        content: { 'application/json': { schema: { type: 'object' } } },
      },
      responses: { 204: { description: 'Stored' }, default: refused },
    },
  },
  '/api/uploads/{id}': {
    put: {
      operationId: 'putUpload',
      summary: 'Receives the picture for an uploadURL; the token in it authorizes the call',
      parameters: uploadAddress,
      requestBody: { required: true, content: { 'image/*': { schema: { type: 'string', format: 'binary' } } } },
      responses: {
        200: {
          description: 'The finished picture, with place and time from the camera as a suggestion',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['uploadURL', 'imageUrl', 'width', 'height', 'thumbhash', 'suggestion'],
                properties: {
                  uploadURL: { type: 'string' },
                  imageUrl: { type: 'string' },
                  width: { type: 'integer' },
                  height: { type: 'integer' },
                  thumbhash: { type: 'string' },
                  suggestion: {
                    type: ['object', 'null'],
                    properties: {
                      latitude: { type: ['number', 'null'] },
                      longitude: { type: ['number', 'null'] },
                      takenAt: { type: ['string', 'null'] },
                    },
                  },
                },
              },
            },
          },
        },
        default: refused,
      },
    },
    post: {
      operationId: 'beginUpload',
      summary: 'Announces a file that is sent in several requests (tus 1.0.0)',
      parameters: [...uploadAddress, tusVersion, inHeader('Upload-Length', 'Bytes of the whole file.')],
      responses: {
        201: { description: 'Announced; `Location` is this address, `Upload-Offset` is how much has arrived.' },
        default: refused,
      },
    },
    head: {
      operationId: 'uploadProgress',
      summary: 'Returns how much of an announced file has arrived (tus 1.0.0)',
      parameters: [...uploadAddress, tusVersion],
      responses: {
        200: { description: '`Upload-Offset` and `Upload-Length`, in bytes, and `Upload-Expires`.' },
        default: refused,
      },
    },
    patch: {
      operationId: 'continueUpload',
      summary:
        'Sends an announced file from an offset on (tus 1.0.0); of a request that breaks off, what arrived is kept',
      parameters: [
        ...uploadAddress,
        tusVersion,
        inHeader('Upload-Offset', 'What HEAD returned: where this part begins.'),
      ],
      requestBody: {
        required: true,
        content: { 'application/offset+octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
      responses: {
        200: { description: 'The file is whole: the response of the PUT.' },
        204: { description: 'There is more to come, from `Upload-Offset` on.' },
        409: { description: 'The part begins elsewhere: HEAD returns where.', content: refused.content },
        default: refused,
      },
    },
    delete: {
      operationId: 'giveUpUpload',
      summary: 'Gives up a file that is not finished (tus 1.0.0)',
      parameters: [...uploadAddress, tusVersion],
      responses: { 204: { description: 'What had arrived is removed.' }, default: refused },
    },
  },
});
