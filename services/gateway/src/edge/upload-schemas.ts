import { emptyResponse, ID_IN_PATH, jsonResponse, REFUSED, texts, type JsonSchema } from '../openapi/route-schema.js';

const address = {
  params: ID_IN_PATH,
  querystring: { type: 'object', properties: { token: { type: 'string' } }, required: ['token'] },
};
/** Headers of the tus protocol, all of which are required. */
const tusHeaders = (more: Record<string, string> = {}) => {
  const headers = { 'Tus-Resumable': '`1.0.0`', ...more };
  return texts(headers, Object.keys(headers));
};
const binary = { type: 'string', format: 'binary' };

const picture: JsonSchema = {
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
};

/** The calls of `/api/uploads/{id}`, by method. */
export const uploadSchemas = {
  PUT: {
    operationId: 'putUpload',
    summary: 'Receives the picture for an uploadURL; the token in it authorizes the call',
    ...address,
    body: { content: { 'image/*': { schema: binary } } },
    response: {
      200: jsonResponse(picture, 'The finished picture, with place and time from the camera as a suggestion'),
      default: REFUSED,
    },
  },
  POST: {
    operationId: 'beginUpload',
    summary: 'Announces a file that is sent in several requests (tus 1.0.0)',
    ...address,
    headers: tusHeaders({ 'Upload-Length': 'Bytes of the whole file.' }),
    response: {
      201: emptyResponse('Announced; `Location` is this address, `Upload-Offset` is how much has arrived.'),
      default: REFUSED,
    },
  },
  HEAD: {
    operationId: 'uploadProgress',
    summary: 'Returns how much of an announced file has arrived (tus 1.0.0)',
    ...address,
    headers: tusHeaders(),
    response: {
      200: emptyResponse('`Upload-Offset` and `Upload-Length`, in bytes, and `Upload-Expires`.'),
      default: REFUSED,
    },
  },
  PATCH: {
    operationId: 'continueUpload',
    summary:
      'Sends an announced file from an offset on (tus 1.0.0); of a request that breaks off, what arrived is kept',
    ...address,
    headers: tusHeaders({ 'Upload-Offset': 'What HEAD returned: where this part begins.' }),
    body: { content: { 'application/offset+octet-stream': { schema: binary } } },
    response: {
      200: emptyResponse('The file is whole: the response of the PUT.'),
      204: emptyResponse('There is more to come, from `Upload-Offset` on.'),
      409: { ...REFUSED, description: 'The part begins elsewhere: HEAD returns where.' },
      default: REFUSED,
    },
  },
  DELETE: {
    operationId: 'giveUpUpload',
    summary: 'Gives up a file that is not finished (tus 1.0.0)',
    ...address,
    headers: tusHeaders(),
    response: { 204: emptyResponse('What had arrived is removed.'), default: REFUSED },
  },
};
