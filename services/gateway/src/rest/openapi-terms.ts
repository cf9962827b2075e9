import type { JsonSchema } from './response-schema.js';

export const refused = {
  description: 'Refused',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};
export const inHeader = (name: string, description: string, required = true): JsonSchema => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
});
export const ofPlayers = { security: [{ session: [] }] };
