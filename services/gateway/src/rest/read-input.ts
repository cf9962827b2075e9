import { Problem, rejectInvalidTexts, type FieldFault } from '@sprayhunt/service-kit';
import type { FastifyRequest, FastifySchema, FastifySchemaValidationError, preValidationHookHandler } from 'fastify';
import { faultsOf } from './input-validation.js';
import type { JsonSchema } from '../openapi/route-schema.js';
import type { RouteInput } from './route-input.js';

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

type Values = Record<string, unknown>;

/** The caller's input, and the variables made of it. */
export interface Input {
  /** By REST names. */
  sent: Values;
  /** By the graph's names. */
  values: Values;
}

/** Has Fastify validate a call's input before the call is admitted; `readInput` refuses it after that. */
export function validation(
  input: RouteInput | undefined,
  described: JsonSchema | undefined,
): { schema?: FastifySchema; attachValidation?: true; preValidation?: preValidationHookHandler } {
  if (!input || !described) return {};
  if (input.from === 'body') return { schema: { body: described }, attachValidation: true };
  return {
    schema: { querystring: described },
    attachValidation: true,
    preValidation: (request, _reply, done) => {
      readNumbers(request, described);
      done();
    },
  };
}

/**
 * Reads a call's query or body, which Fastify has validated by the route's schema: the fields get the graph's names.
 * @param described the route's schema
 * @throws Problem `VALIDATION_FAILED` with a fault for each wrong field, `MALFORMED` for a body that is no JSON object
 */
export function readInput(
  input: RouteInput | undefined,
  described: JsonSchema | undefined,
  { params, query, body, validationError }: FastifyRequest,
): Input {
  for (const sent of [params, query, body]) rejectInvalidTexts(sent);
  if (!input || !described) return { sent: {}, values: {} };
  const properties = described['properties'] as Record<string, JsonSchema>;
  const errors = (validationError?.validation ?? []) as FastifySchemaValidationError[];
  if (errors.some(({ keyword, instancePath }) => keyword === 'type' && instancePath === ''))
    throw new Problem('MALFORMED', 'Send a JSON object as the body.');
  const faults = faultsOf(errors, Object.keys(properties));
  refuse(faults);
  const sent = { ...input.defaults, ...((input.from === 'query' ? query : body) as Values) };
  const values = mapped(input, properties, sent, faults);
  refuse(faults);
  return { sent, values };
}

function refuse(faults: FieldFault[]): void {
  if (faults.length === 0) return;
  const detail =
    faults.length === 1
      ? faults[0]!.detail
      : `Please check these fields: ${faults.map(({ field }) => field).join(', ')}.`;
  throw new Problem('VALIDATION_FAILED', detail, { fields: faults });
}

/** Query values are text; those that are described as numbers become numbers if they are numeric. */
function readNumbers(request: FastifyRequest, { properties }: JsonSchema): void {
  const query = request.query as Values;
  for (const [name, { type }] of Object.entries(properties as Record<string, JsonSchema>)) {
    const value = query[name];
    if ((type === 'number' || type === 'integer') && typeof value === 'string' && NUMBER.test(value))
      query[name] = Number(value);
  }
}

function mapped(
  { fields = {} }: RouteInput,
  properties: Record<string, JsonSchema>,
  sent: Values,
  faults: FieldFault[],
): Values {
  const values: Values = {};
  for (const [name, schema] of Object.entries(properties)) {
    const { to = name, keepsBlank, read } = fields[name] ?? {};
    const given = keepsBlank ? sent[name] : withoutBlanks(sent[name], schema);
    const value = read ? read(given, (field, code, detail) => void faults.push({ field, code, detail }), sent) : given;
    if (to !== null && value !== undefined) values[to] = value;
  }
  return values;
}

/** Null, and blank text in optional fields, count as missing. */
function withoutBlanks(value: unknown, { type, properties }: JsonSchema): unknown {
  if (value === null || (typeof value === 'string' && Array.isArray(type) && !value.trim())) return undefined;
  if (!properties || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(properties as Record<string, JsonSchema>).map(([name, schema]) => [
      name,
      withoutBlanks((value as Values)[name], schema),
    ]),
  );
}
