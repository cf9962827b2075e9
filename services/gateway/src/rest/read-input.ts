import { Problem, refuseBadTexts, type FieldFault } from '@sprayhunt/service-kit';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Input, Route } from './route.js';

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * Checks what was sent against the route's schemas.
 * @throws Problem `VALIDATION_FAILED` with a fault for each wrong field, `MALFORMED` for a body that
 *   is no JSON object
 */
export function readInput(route: Route, request: FastifyRequest): Input {
  for (const sent of [request.params, request.query, request.body]) refuseBadTexts(sent);
  const query = route.query ? checked(route.query, numbersIn(route.query, request.query as Record<string, unknown>)) : {};
  return { params: request.params as Record<string, string>, query, body: route.body ? readBody(route.body, request.body) : undefined };
}

function readBody(schema: z.ZodType, body: unknown): unknown {
  if (body === undefined || body === null || typeof body !== 'object' || Array.isArray(body))
    throw new Problem('MALFORMED', 'Send a JSON object as the body.');
  return checked(schema, body);
}

function checked<T extends z.ZodType>(schema: T, value: unknown): z.infer<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const faults = result.error.issues.map((issue) => faultOf(issue, value));
  const detail = faults.length === 1 ? faults[0]!.detail : `Please check these fields: ${faults.map(({ field }) => field).join(', ')}.`;
  throw new Problem('VALIDATION_FAILED', detail, { fields: faults });
}

/** Query values are text; those that the schema wants as numbers become numbers, where they look like one. */
function numbersIn({ shape }: z.ZodObject<z.ZodRawShape>, query: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) =>
      isNumber(shape[name]) && typeof value === 'string' && NUMBER.test(value) ? [name, Number(value)] : [name, value],
    ),
  );
}

function isNumber(schema: z.core.$ZodType | undefined): boolean {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) return isNumber(schema.unwrap());
  return schema instanceof z.ZodNumber;
}

const KINDS: Record<string, string> = { number: 'a number', int: 'a whole number', string: 'a text', boolean: 'true or false', object: 'an object' };

function faultOf(issue: z.core.$ZodIssue, sent: unknown): FieldFault {
  const field = issue.path.join('.');
  switch (issue.code) {
    case 'custom':
      return { field, code: String(issue.params?.['code'] ?? 'INVALID'), detail: issue.message };
    case 'invalid_type':
      return valueAt(sent, issue.path) === undefined
        ? { field, code: 'REQUIRED', detail: `${field} is required.` }
        : { field, code: 'INVALID_TYPE', detail: `${field} must be ${KINDS[issue.expected] ?? issue.expected}.` };
    case 'too_small':
      return { field, code: 'TOO_SMALL', detail: `${field} must be at least ${String(issue.minimum)}.` };
    case 'too_big':
      return { field, code: 'TOO_BIG', detail: `${field} must be at most ${String(issue.maximum)}.` };
    case 'invalid_value':
      return { field, code: 'INVALID_VALUE', detail: `${field} must be one of: ${issue.values.map(String).join(', ')}.` };
    default:
      return { field, code: issue.code.toUpperCase(), detail: issue.message === 'Invalid input' ? `${field} is not of the right kind.` : issue.message };
  }
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | null | undefined)?.[key], value);
