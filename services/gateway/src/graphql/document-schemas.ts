import type { JsonSchema } from '../openapi/route-schema.js';

const registered = {
  documentId: { type: 'string', description: '`sha256:` and the hash of the text.' },
  query: { type: 'string' },
  registeredAt: { type: 'string', format: 'date-time' },
};
/** A document as its client sees it. */
export const registeredDocument: JsonSchema = {
  type: 'object',
  required: Object.keys(registered),
  properties: registered,
};

const listed = {
  ...registered,
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
};
/** A document as the owner of its client sees it. */
export const listedDocument: JsonSchema = { type: 'object', required: Object.keys(listed), properties: listed };
