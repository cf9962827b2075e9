import { Problem, rejectInvalidTexts, type FieldFault } from '@sprayhunt/service-kit';
import type { FastifyRequest } from 'fastify';
import type { JsonSchema } from './response-schema.js';
import type { RouteInput } from './route-input.js';

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

type Values = Record<string, unknown>;

/** What a caller sent, and what the graph is given of it. */
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
export function readInput(input: RouteInput | undefined, described: JsonSchema | undefined, request: FastifyRequest): Input {
  for (const sent of [request.params, request.query, request.body]) rejectInvalidTexts(sent);
  if (!input || !described) return { sent: {}, values: {} };
  const properties = described['properties'] as Record<string, JsonSchema>;
  const sent = { ...input.defaults, ...(input.from === 'query' ? numbersIn(properties, request.query as Values) : bodyOf(request.body)) };
  refuse(faultsOf(described, sent, []));
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
  const detail = faults.length === 1 ? faults[0]!.detail : `Please check these fields: ${faults.map(({ field }) => field).join(', ')}.`;
  throw new Problem('VALIDATION_FAILED', detail, { fields: faults });
}

/** Query values are text; those that are described as numbers become numbers, where they look like one. */
const numbersIn = (properties: Record<string, JsonSchema>, query: Values): Values =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) =>
      ['number', 'integer'].includes(String(properties[name]?.['type'])) && typeof value === 'string' && NUMBER.test(value) ? [name, Number(value)] : [name, value],
    ),
  );

const mapped = ({ fields = {} }: RouteInput, properties: Record<string, JsonSchema>, sent: Values, faults: FieldFault[]): Values => {
  const values: Values = {};
  for (const [name, schema] of Object.entries(properties)) {
    const { to = name, keepsBlank, read } = fields[name] ?? {};
    const given = keepsBlank ? sent[name] : withoutBlanks(sent[name], schema);
    const value = read ? read(given, (field, code, detail) => void faults.push({ field, code, detail }), sent) : given;
    if (to !== null && value !== undefined) values[to] = value;
  }
  return values;
};

/** Null, and blank text where nothing need be sent, count as left out. */
function withoutBlanks(value: unknown, { type, properties }: JsonSchema): unknown {
  if (value === null || (typeof value === 'string' && Array.isArray(type) && !value.trim())) return undefined;
  if (!properties || !isObject(value)) return value;
  return Object.fromEntries(Object.entries(properties as Record<string, JsonSchema>).map(([name, schema]) => [name, withoutBlanks(value[name], schema)]));
}

const KINDS: Record<string, string> = { number: 'a number', integer: 'a whole number', string: 'a text', boolean: 'true or false', object: 'an object', array: 'a list' };

/** The part of JSON Schema that the request schemas are written in; texts' lengths are the services' to count. */
function faultsOf(schema: JsonSchema, value: unknown, path: readonly (string | number)[]): FieldFault[] {
  const field = path.join('.');
  const fault = (code: string, detail: string): FieldFault[] => [{ field, code, detail: `${field} ${detail}` }];
  const types = [schema['type'] ?? []].flat() as string[];
  if (value === null && types.includes('null')) return [];
  if (schema['anyOf']) {
    const fits = (schema['anyOf'] as JsonSchema[]).some((one) => faultsOf(one, value, path).length === 0);
    return fits ? [] : fault('INVALID_UNION', 'is not of the right kind.');
  }
  const allowed = (schema['enum'] as (string | null)[] | undefined)?.filter((one) => one !== null);
  if (allowed) return allowed.some((one) => one === value) ? [] : fault('INVALID_VALUE', `must be one of: ${allowed.join(', ')}.`);
  const wanted = types.find((type) => type !== 'null');
  if (wanted !== undefined && !isOfType(value, wanted)) return fault('INVALID_TYPE', `must be ${KINDS[wanted]!}.`);
  const { minimum, maximum } = schema as { minimum?: number; maximum?: number };
  if (minimum !== undefined && (value as number) < minimum) return fault('TOO_SMALL', `must be at least ${minimum}.`);
  if (maximum !== undefined && (value as number) > maximum) return fault('TOO_BIG', `must be at most ${maximum}.`);
  if (Array.isArray(value) && schema['items']) return value.flatMap((one, index) => faultsOf(schema['items'] as JsonSchema, one, [...path, index]));
  return isObject(value) ? faultsInside(schema, value, path) : [];
}

/** Fields that are not described are left out, as JSON's own extension points want it. */
function faultsInside({ properties = {}, required = [] }: JsonSchema, value: Values, path: readonly (string | number)[]): FieldFault[] {
  return Object.entries(properties as Record<string, JsonSchema>).flatMap(([name, schema]) => {
    const field = [...path, name].join('.');
    if (value[name] !== undefined) return faultsOf(schema, value[name], [...path, name]);
    return (required as string[]).includes(name) ? [{ field, code: 'REQUIRED', detail: `${field} is required.` }] : [];
  });
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'number') return Number.isFinite(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  return typeof value === type;
}

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value);
