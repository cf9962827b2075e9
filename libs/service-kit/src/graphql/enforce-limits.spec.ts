import { describe, expect, it } from '@jest/globals';
import { buildSchema, graphql } from 'graphql';
import { z } from 'zod';
import { parseInput, type Problem } from '../errors/problem.js';
import { enforceLimits } from './enforce-limits.js';

const typeDefs = `
  directive @limit(min: Float, max: Float, minLength: Int, maxLength: Int, maxItems: Int) on ARGUMENT_DEFINITION | INPUT_FIELD_DEFINITION
  scalar JSON
  input SwitchInput { isOn: Boolean }
  input AddressInput { line: String @limit(maxLength: 4) }
  input WallInput {
    name: String @limit(minLength: 2, maxLength: 5)
    height: Float @limit(min: 0, max: 100)
    colors: [String!] @limit(maxItems: 2)
    addresses: [AddressInput!]
    notes: String
    kinds: [Int!]
  }
  type Wall { works(first: Int! @limit(min: 1, max: 3)): Int }
  type Query {
    walls(search: String = "x" @limit(maxLength: 3), first: Int @limit(min: 1, max: 500)): Int
    wall(input: WallInput!): Int
    saved(wall: WallInput): Int
    unparsed(input: WallInput): Int
    bounded(input: SwitchInput): Int
    raw(response: JSON): Int
    one: Wall
  }`;
const schema = enforceLimits(buildSchema(typeDefs), typeDefs);
const wallInput = z.object({ kinds: z.array(z.int().max(9)).nullish() });
const root = {
  walls: 1,
  wall: ({ input }: { input: object }) => parseInput(wallInput, input) && 1,
  saved: ({ wall }: { wall: object }) => parseInput(wallInput, wall) && 1,
  unparsed: 1,
  bounded: 1,
  raw: 1,
  one: { works: () => 1 },
};

/** `ok`, or the fields with the codes of their faults. */
async function resultOf(source: string, variableValues: Record<string, unknown> = {}): Promise<string> {
  const { errors = [] } = await graphql({ schema, source, rootValue: root, variableValues });
  const [error] = errors;
  if (!error) return 'ok';
  const { code, fields = [] } = error.originalError as Problem;
  return `${code}: ${fields.map((fault) => `${fault.field} ${fault.code}`).join(', ')}`;
}
const saved = (input: object, operation = 'wall(input') =>
  resultOf(`query ($input: WallInput!) { ${operation}: $input) }`, { input });

describe('a limit of the schema', () => {
  it.each([
    ['a text', { name: 'ab' }, 'ok'],
    ['a text', { name: '  abcde\t' }, 'ok'],
    ['a text', { name: 'e\u0301'.repeat(5) }, 'ok'],
    ['a text', { name: '🧱🧱🧱🧱🧱' }, 'ok'],
    ['a text', { name: 'abcdef' }, 'VALIDATION_FAILED: name TOO_LONG'],
    ['a text', { name: 'a' }, 'VALIDATION_FAILED: name TOO_SHORT'],
    ['a text', { name: ' ' }, 'VALIDATION_FAILED: name REQUIRED'],
    ['a text', { name: null }, 'ok'],
    ['a number', { height: 0 }, 'ok'],
    ['a number', { height: 100 }, 'ok'],
    ['a number', { height: -0.1 }, 'VALIDATION_FAILED: height TOO_SMALL'],
    ['a number', { height: 100.1 }, 'VALIDATION_FAILED: height TOO_BIG'],
    ['a list', { colors: ['a', 'b'] }, 'ok'],
    ['a list', { colors: ['a', 'b', 'c'] }, 'VALIDATION_FAILED: colors TOO_MANY'],
    ['an item', { addresses: [{ line: 'abcd' }, { line: 'abcde' }] }, 'VALIDATION_FAILED: addresses.1.line TOO_LONG'],
  ])('holds for %s: %j is %s', async (_, input, result) => {
    expect(await saved(input)).toBe(result);
  });

  it('is checked in every field at once', async () => {
    expect(await saved({ name: 'abcdef', height: 101 })).toBe('VALIDATION_FAILED: name TOO_LONG, height TOO_BIG');
  });

  it('is named together with what the operation itself finds', async () => {
    expect(await saved({ kinds: [10], height: 101 })).toBe('VALIDATION_FAILED: kinds.0 TOO_BIG, height TOO_BIG');
  });

  it('cannot be missed by an operation that does not parse its input', async () => {
    const { errors } = await graphql({ schema, source: '{ unparsed(input: {}) }', rootValue: root });
    expect(errors![0]!.message).toBe('Query.unparsed does not check its input with parseInput');
    expect(await resultOf('{ bounded(input: { isOn: true }) }')).toBe('ok');
  });

  it('names the fields of an argument that is not called input below that argument', async () => {
    expect(await saved({ height: 101 }, 'saved(wall')).toBe('VALIDATION_FAILED: wall.height TOO_BIG');
  });

  it('holds for literals, variables and fields below the root', async () => {
    expect(await resultOf('{ walls }')).toBe('ok');
    expect(await resultOf('{ walls(search: "abcd") }')).toBe('VALIDATION_FAILED: search TOO_LONG');
    expect(await resultOf('query ($first: Int) { walls(first: $first) }', { first: 501 })).toBe(
      'VALIDATION_FAILED: first TOO_BIG',
    );
    expect(await resultOf('{ one { works(first: 3) } }')).toBe('ok');
    expect(await resultOf('{ one { works(first: 0) } }')).toBe('VALIDATION_FAILED: first TOO_SMALL');
  });

  it('has a sentence for people', async () => {
    const { errors } = await graphql({ schema, source: '{ walls(search: "abcd", first: 501) }', rootValue: root });
    expect((errors![0]!.originalError as Problem).fields!.map(({ detail }) => detail)).toEqual([
      'The search has at most 3 characters.',
      '`first` is at most 500.',
    ]);
  });
});

it('a text or a list without a limit is bounded, too', async () => {
  expect(await saved({ notes: 'x'.repeat(10_000), kinds: Array(1_000).fill(1) })).toBe('ok');
  expect(await saved({ notes: 'x'.repeat(10_001) })).toBe('VALIDATION_FAILED: notes TOO_LONG');
  expect(await saved({ kinds: Array(1_001).fill(1) })).toBe('VALIDATION_FAILED: kinds TOO_MANY');
});

it('JSON is left to the check of its form', async () => {
  const response = { text: 'x'.repeat(20_000) };
  expect(await resultOf('query ($response: JSON) { raw(response: $response) }', { response })).toBe('ok');
});
