import { inHeader, ofPlayers, refused } from './openapi-terms.js';
import type { JsonSchema } from './response-schema.js';

const ofPartners = { security: [{ partner: [] }] };
const registered: JsonSchema = {
  type: 'object',
  required: ['documentId', 'query', 'registeredAt'],
  properties: {
    documentId: { type: 'string', description: '`sha256:` and the hash of the text.' },
    query: { type: 'string' },
    registeredAt: { type: 'string', format: 'date-time' },
  },
};
const listed: JsonSchema = {
  type: 'object',
  required: [...(registered['required'] as string[]), 'name', 'lastUsedAt', 'mostPoints'],
  properties: {
    ...(registered['properties'] as JsonSchema),
    name: { type: ['string', 'null'], description: 'Of its operation; null for one without.' },
    lastUsedAt: {
      type: ['string', 'null'],
      format: 'date-time',
      description: 'Accurate to a minute; null where it has not run.',
    },
    mostPoints: {
      type: ['integer', 'null'],
      description: 'The most that a run costs; null where the schema has no place for the document any more.',
    },
  },
};
const ofClient = { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } };
const usedFrom = (span: string, count: number): JsonSchema => ({
  type: 'array',
  description: `Each of the last ${count} ${span}s in UTC, the oldest first; the last is the present one.`,
  items: {
    type: 'object',
    required: ['at', 'calls', 'refused', 'points'],
    properties: {
      at: { type: 'string', format: 'date-time', description: `Where the ${span} begins.` },
      calls: { type: 'integer', description: 'Requests with a valid token.' },
      refused: { type: 'integer', description: 'Of these, those that a limit refused (429).' },
      points: { type: 'integer', description: 'Points that were paid.' },
    },
  },
});

const fileHeaders = {
  ETag: { description: 'For `If-None-Match` and `If-Range`.', schema: { type: 'string' } },
  'Accept-Ranges': { description: 'Always `bytes`.', schema: { type: 'string' } },
};
const gzip = { 'application/gzip': { schema: { type: 'string', format: 'binary' } } };

/** Calls for partners without a GraphQL operation: open data, registered documents, usage. */
export const partnerPaths: Record<string, Record<string, JsonSchema>> = {
  '/api/open-data': {
    get: {
      operationId: 'openDataFiles',
      summary: 'The files of open data, made each night: all works and walls that have a licence',
      responses: {
        200: {
          description: 'Done',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['files'],
                properties: {
                  files: {
                    type: 'array',
                    items: {
                      type: 'object',
                      required: ['name', 'url', 'madeAt', 'rows', 'bytes'],
                      properties: {
                        name: {
                          type: 'string',
                          description: '`works.geojson.gz`, `works.csv.gz`, `walls.geojson.gz` or `walls.csv.gz`.',
                        },
                        url: { type: 'string' },
                        madeAt: { type: 'string', format: 'date-time' },
                        rows: { type: 'integer' },
                        bytes: { type: 'integer', description: 'Compressed.' },
                      },
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
  },
  '/api/open-data/{file}': {
    get: {
      operationId: 'openDataFile',
      summary: 'A file of open data, compressed by gzip; each row says its licence and whom to name',
      parameters: [
        { name: 'file', in: 'path', required: true, description: 'Its name.', schema: { type: 'string' } },
        inHeader('If-None-Match', 'The `ETag` of a kept copy.', false),
        inHeader(
          'Range',
          'One range of bytes, such as `bytes=1048576-`, to go on with a download that broke off. Several ranges are passed over.',
          false,
        ),
        inHeader('If-Range', 'The `ETag` with which the download began; another file is sent whole.', false),
      ],
      responses: {
        200: { description: 'GeoJSON (RFC 7946) or CSV (RFC 4180, UTF-8)', headers: fileHeaders, content: gzip },
        206: {
          description: 'The bytes of the range',
          headers: {
            ...fileHeaders,
            'Content-Range': { description: 'Which bytes, and of how many.', schema: { type: 'string' } },
          },
          content: gzip,
        },
        304: { description: 'The kept copy is current' },
        416: {
          ...refused,
          description:
            'RANGE_NOT_SATISFIABLE: the range begins behind the end of the file; `Content-Range` says how long it is',
          headers: { 'Content-Range': { schema: { type: 'string' } } },
        },
        default: refused,
      },
    },
  },
  '/api/partner/documents': {
    get: {
      operationId: 'partnerDocuments',
      summary: "The GraphQL documents that the token's client has registered",
      ...ofPartners,
      responses: {
        200: {
          description: 'Done',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['documents'],
                properties: { documents: { type: 'array', items: registered } },
              },
            },
          },
        },
        default: refused,
      },
    },
    post: {
      operationId: 'registerPartnerDocument',
      summary: 'Registers a GraphQL document, which then runs by its documentId for half the points; at most 100',
      ...ofPartners,
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['query'],
              properties: { query: { type: 'string', description: 'With one operation.' } },
            },
          },
        },
      },
      responses: {
        200: { description: 'The client had it already', content: { 'application/json': { schema: registered } } },
        201: { description: 'Registered', content: { 'application/json': { schema: registered } } },
        default: refused,
      },
    },
  },
  '/api/partner/documents/{documentId}': {
    delete: {
      operationId: 'removePartnerDocument',
      summary: 'Removes a registered document; other gateways may run it for a minute longer',
      ...ofPartners,
      parameters: [{ name: 'documentId', in: 'path', required: true, schema: { type: 'string' } }],
      responses: { 204: { description: 'Done' }, default: refused },
    },
  },
  '/api/partner-clients/{id}/usage': {
    get: {
      operationId: 'usageOfClient',
      summary: "What one of the player's clients has used; a call shows within seconds",
      ...ofPlayers,
      parameters: [ofClient],
      responses: {
        200: {
          description: 'Done',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['hours', 'days'],
                properties: { hours: usedFrom('hour', 48), days: usedFrom('day', 30) },
              },
            },
          },
        },
        default: refused,
      },
    },
  },
  '/api/partner-clients/{id}/documents': {
    get: {
      operationId: 'documentsOfClient',
      summary: "The GraphQL documents that one of the player's clients has registered, the newest first",
      ...ofPlayers,
      parameters: [
        ofClient,
        {
          name: 'limit',
          in: 'query',
          required: false,
          description: 'How many to return.',
          schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
        },
        {
          name: 'cursor',
          in: 'query',
          required: false,
          description: '`next` of the previous page.',
          schema: { type: 'string' },
        },
      ],
      responses: {
        200: {
          description: 'Done',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['documents', 'next'],
                properties: {
                  documents: { type: 'array', items: listed },
                  next: { type: ['string', 'null'], description: 'Where the next page begins; null on the last one.' },
                },
              },
            },
          },
        },
        default: refused,
      },
    },
  },
  '/api/partner-clients/{id}/documents/{documentId}': {
    delete: {
      operationId: 'removeDocumentOfClient',
      summary: "Removes a document of one of the player's clients; other gateways may run it for a minute longer",
      ...ofPlayers,
      parameters: [ofClient, { name: 'documentId', in: 'path', required: true, schema: { type: 'string' } }],
      responses: { 204: { description: 'Done' }, default: refused },
    },
  },
};
