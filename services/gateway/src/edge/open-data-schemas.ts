import { emptyResponse, jsonResponse, REFUSED, texts } from '../openapi/route-schema.js';

const gzip = { 'application/gzip': { schema: { type: 'string', format: 'binary' } } };
const fileHeaders = {
  ETag: { type: 'string', description: 'For `If-None-Match` and `If-Range`.' },
  'Accept-Ranges': { type: 'string', description: 'Always `bytes`.' },
};

/** `GET /api/open-data`. */
export const OPEN_DATA = {
  operationId: 'openDataFiles',
  summary: 'The files of open data, made each night: all works and walls that have a licence',
  response: {
    200: jsonResponse({
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
    }),
    default: REFUSED,
  },
};

/** `GET /api/open-data/{file}`. */
export const OPEN_DATA_FILE = {
  operationId: 'openDataFile',
  summary: 'A file of open data, compressed by gzip; each row says its licence and whom to name',
  params: texts({ file: 'Its name.' }, ['file']),
  headers: texts({
    'If-None-Match': 'The `ETag` of a kept copy.',
    Range:
      'One range of bytes, such as `bytes=1048576-`, to go on with a download that broke off. ' +
      'Several ranges are passed over.',
    'If-Range': 'The `ETag` with which the download began; another file is sent whole.',
  }),
  response: {
    200: { description: 'GeoJSON (RFC 7946) or CSV (RFC 4180, UTF-8)', headers: fileHeaders, content: gzip },
    206: {
      description: 'The bytes of the range',
      headers: {
        ...fileHeaders,
        'Content-Range': { type: 'string', description: 'Which bytes, and of how many.' },
      },
      content: gzip,
    },
    304: emptyResponse('The kept copy is current'),
    416: {
      ...REFUSED,
      description:
        'RANGE_NOT_SATISFIABLE: the range begins behind the end of the file; `Content-Range` says how long it is',
      headers: { 'Content-Range': { type: 'string' } },
    },
    default: REFUSED,
  },
};
