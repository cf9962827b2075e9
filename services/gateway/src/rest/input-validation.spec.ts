import Fastify from 'fastify';
import { describe, expect, it } from '@jest/globals';
import { faultsOf, INPUT_VALIDATION } from './input-validation.js';
import type { JsonSchema } from '../openapi/route-schema.js';

/** The faults that Fastify's own validation finds in a body. */
async function faultsIn(properties: Record<string, JsonSchema>, body: object, required: string[] = []) {
  const server = Fastify({ ajv: INPUT_VALIDATION });
  server.post(
    '/',
    { schema: { body: { type: 'object', properties, required } }, attachValidation: true },
    ({ validationError }) =>
      faultsOf((validationError?.validation ?? []) as Parameters<typeof faultsOf>[0], Object.keys(properties)),
  );
  const found = await server.inject({ method: 'POST', url: '/', payload: body });
  return found.json<unknown>();
}

const optionalKind = { type: ['string', 'null'], enum: ['tag', 'mural', null] };
const tags = { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'string' }, { type: 'null' }] };

describe('the faults of an input', () => {
  it.each([
    [{ age: { type: 'integer' } }, { age: 1.5 }, 'age', 'INVALID_TYPE', 'age must be a whole number.'],
    [{ age: { type: ['number', 'null'] } }, { age: '1' }, 'age', 'INVALID_TYPE', 'age must be a number.'],
    [{ age: { type: 'number', minimum: 1 } }, { age: 0 }, 'age', 'TOO_SMALL', 'age must be at least 1.'],
    [{ age: { type: 'number', maximum: 9 } }, { age: 10 }, 'age', 'TOO_BIG', 'age must be at most 9.'],
    [{ kind: optionalKind }, { kind: 'sticker' }, 'kind', 'INVALID_VALUE', 'kind must be one of: tag, mural.'],
    [{ kind: optionalKind }, { kind: 5 }, 'kind', 'INVALID_VALUE', 'kind must be one of: tag, mural.'],
    [{ tags }, { tags: [5] }, 'tags', 'INVALID_UNION', 'tags is not of the right kind.'],
    [
      { lines: { type: 'array', items: { type: 'object', properties: { size: { type: 'string' } } } } },
      { lines: [{}, { size: 5 }] },
      'lines.1.size',
      'INVALID_TYPE',
      'lines.1.size must be a text.',
    ],
    [
      { place: { type: 'object', required: ['city'], properties: { city: { type: 'string' } } } },
      { place: {} },
      'place.city',
      'REQUIRED',
      'place.city is required.',
    ],
  ])('%j: %j is refused at %s: %s', async (properties, body, field, code, detail) => {
    expect(await faultsIn(properties, body)).toEqual([{ field, code, detail }]);
  });

  it('are in the order of the schema, one for each field', async () => {
    const properties = { title: { type: 'string' }, age: { type: 'number', maximum: 9 }, city: { type: 'string' } };
    const found = (await faultsIn(properties, { title: 5, age: 10 }, ['city', 'age'])) as { field: string }[];
    expect(found.map(({ field }) => field)).toEqual(['title', 'age', 'city']);
  });

  it('are none where null is allowed, a text is long, or a field is unknown', async () => {
    const properties = { kind: optionalKind, tags, title: { type: 'string', maxLength: 2 } };
    expect(await faultsIn(properties, { kind: null, tags: null, title: 'Wall', more: 5 })).toEqual([]);
  });
});
