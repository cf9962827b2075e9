import { Problem, rejectInvalidTexts, type FieldFault } from '@sprayhunt/service-kit';
import type { FastifyRequest } from 'fastify';
import type { JsonSchema } from './response-schema.js';
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

/**
 * Reads a call's query or body: the types of its fields and the bounds of its numbers are checked against the call's
 * description, and the fields get the graph's names. All other rules are the services' own.
 * @param described the generated request schema
 * @throws Problem `VALIDATION_FAILED` with a fault for each wrong field, `MALFORMED` for a body that is no JSON object
 */
export function readInput(
  input: RouteInput | undefined,
  described: JsonSchema | undefined,
  request: FastifyRequest,
): Input {
  for (const sent of [request.params, request.query, request.body]) rejectInvalidTexts(sent);
  if (!input || !described) return { sent: {}, values: {} };
  const properties = described['properties'] as Record<string, JsonSchema>;
  const sent = {
    ...input.defaults,
    ...(input.from === 'query' ? numbersIn(properties, request.query as Values) : bodyOf(request.body)),
  };
  refuse(faultsOf(described, sent, ''));
  const faults: FieldFault[] = [];
  const values = mapped(input, properties, sent, faults);
  refuse(faults);
  return { sent, values };
}

function bodyOf(body: unknown): Values {
  if (!isObject(body)) throw new Problem('MALFORMED', 'Send a JSON object as the body.');
  return body;
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
const numbersIn = (properties: Record<string, JsonSchema>, query: Values): Values =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      isNumeric(properties[name]) && typeof value === 'string' && NUMBER.test(value) ? Number(value) : value,
    ]),
  );

const isNumeric = (schema: JsonSchema | undefined): boolean =>
  schema?.['type'] === 'number' || schema?.['type'] === 'integer';

const mapped = (
  { fields = {} }: RouteInput,
  properties: Record<string, JsonSchema>,
  sent: Values,
  faults: FieldFault[],
): Values => {
  const values: Values = {};
  for (const [name, schema] of Object.entries(properties)) {
    const { to = name, keepsBlank, read } = fields[name] ?? {};
    const given = keepsBlank ? sent[name] : withoutBlanks(sent[name], schema);
    const value = read ? read(given, (field, code, detail) => void faults.push({ field, code, detail }), sent) : given;
    if (to !== null && value !== undefined) values[to] = value;
  }
  return values;
};

/** Null, and blank text in optional fields, count as missing. */
function withoutBlanks(value: unknown, { type, properties }: JsonSchema): unknown {
  if (value === null || (typeof value === 'string' && Array.isArray(type) && !value.trim())) return undefined;
  if (!properties || !isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(properties as Record<string, JsonSchema>).map(([name, schema]) => [
      name,
      withoutBlanks(value[name], schema),
    ]),
  );
}

const KINDS: Record<string, string> = {
  number: 'a number',
  integer: 'a whole number',
  string: 'a text',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
};

/**
 * The part of JSON Schema that the request schemas are written in; texts' lengths are the services' to count.
 * @param field the value's own, with dots; empty for the whole input
 */
function faultsOf(schema: JsonSchema, value: unknown, field: string): FieldFault[] {
  const fault = (code: string, detail: string): FieldFault[] => [{ field, code, detail: `${field} ${detail}` }];
  const { type, anyOf, enum: values, minimum, maximum, items } = schema as RequestSchema;
  const mayBeNull = Array.isArray(type) && type.includes('null');
  if (value === null && (mayBeNull || type === 'null')) return NONE;
  if (anyOf)
    return anyOf.some((one) => faultsOf(one, value, field).length === 0)
      ? NONE
      : fault('INVALID_UNION', 'is not of the right kind.');
  if (values) {
    const allowed = values.filter((one) => one !== null);
    return allowed.some((one) => one === value)
      ? NONE
      : fault('INVALID_VALUE', `must be one of: ${allowed.join(', ')}.`);
  }
  const wanted = Array.isArray(type) ? type.find((one) => one !== 'null') : type;
  if (wanted !== undefined && wanted !== 'null' && !isOfType(value, wanted))
    return fault('INVALID_TYPE', `must be ${KINDS[wanted]!}.`);
  if (minimum !== undefined && (value as number) < minimum) return fault('TOO_SMALL', `must be at least ${minimum}.`);
  if (maximum !== undefined && (value as number) > maximum) return fault('TOO_BIG', `must be at most ${maximum}.`);
  if (Array.isArray(value) && items) return value.flatMap((one, index) => faultsOf(items, one, within(field, index)));
  return isObject(value) ? faultsInside(schema, value, field) : NONE;
}

const NONE: FieldFault[] = [];

interface RequestSchema {
  type?: string | string[];
  anyOf?: JsonSchema[];
  enum?: (string | null)[];
  minimum?: number;
  maximum?: number;
  items?: JsonSchema;
}

const within = (field: string, name: string | number): string => (field === '' ? String(name) : `${field}.${name}`);

/** Unknown fields are ignored, so that clients may send newer ones. */
function faultsInside({ properties = {}, required = [] }: JsonSchema, value: Values, outer: string): FieldFault[] {
  return Object.entries(properties as Record<string, JsonSchema>).flatMap(([name, schema]) => {
    const field = within(outer, name);
    if (value[name] !== undefined) return faultsOf(schema, value[name], field);
    return (required as string[]).includes(name)
      ? [{ field, code: 'REQUIRED', detail: `${field} is required.` }]
      : NONE;
  });
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'number') return Number.isFinite(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  return typeof value === type;
}

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
