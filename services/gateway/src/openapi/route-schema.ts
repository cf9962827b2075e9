import { ERROR_CODES, statusOf } from '@sprayhunt/service-kit';
import type { FastifySchema } from 'fastify';

export type JsonSchema = Record<string, unknown>;

/** Problem details, to which the responses of all routes refer. */
export const problemSchema: JsonSchema = {
  $id: 'Problem',
  type: 'object',
  description: 'RFC 9457 problem details.',
  required: ['type', 'title', 'status', 'detail', 'code'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'A sentence to show to people.' },
    code: { type: 'string', description: ERROR_CODES.map((code) => `${code} (${statusOf(code).status})`).join(', ') },
    errors: {
      type: 'array',
      description: 'The fields that are wrong.',
      items: {
        type: 'object',
        required: ['field', 'code', 'detail'],
        properties: { field: { type: 'string' }, code: { type: 'string' }, detail: { type: 'string' } },
      },
    },
    existing: { type: 'string', description: 'For SAME_WORK: the id of the work that exists.' },
    id: { type: 'string', description: 'The id of an internal error in the log.' },
  },
};

/** The response for every error that a route does not describe itself. */
export const REFUSED = {
  description: 'Refused',
  content: { 'application/problem+json': { schema: { $ref: 'Problem#' } } },
};

/** The security of routes for signed-in players. */
export const FOR_PLAYERS = [{ session: [] }];

export const emptyResponse = (description: string): JsonSchema => ({ type: 'null', description });

export const jsonResponse = (schema: JsonSchema, description = 'Done'): JsonSchema => ({
  description,
  content: { 'application/json': { schema } },
});

/** An object in which every property is a text, described by its value. */
export const texts = (properties: Record<string, string>, required: readonly string[] = []): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(properties).map(([name, description]) => [name, { type: 'string', description }]),
  ),
  required,
});

/** The path parameters of a route, as `{id}` has them. */
export const ID_IN_PATH: JsonSchema = {
  type: 'object',
  properties: { id: { type: 'string', format: 'uuid' } },
  required: ['id'],
};

/** For a route whose schema only describes it: the route itself, or the service behind it, validates the input. */
export const describedBy = (schema: FastifySchema) => ({ schema, validatorCompiler: () => () => true });
