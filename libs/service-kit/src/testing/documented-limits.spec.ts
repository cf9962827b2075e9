import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { differencesFromDocumentedLimits } from './documented-limits.js';

const schemaWith = (argument: string) => `
  directive @limit(min: Float, max: Float, minLength: Int, maxLength: Int, maxItems: Int) on ARGUMENT_DEFINITION | INPUT_FIELD_DEFINITION
  scalar DateTime
  enum Kind { tag mural }
  input Filter { kind: Kind }
  type Query { works(${argument}): Boolean }`;

const mayHaveAnySize = [expect.stringMatching(/^Query\.works\.\w+ may have any size: give it @limit/)];
const ofWorks = (name: string, rule: z.ZodType, item?: unknown) => ({
  [`Query.works.${name}`]: [z.object({ [name]: rule }), name, {}, item] as const,
});

describe('an argument', () => {
  it.each(['search: String', 'ids: [ID!]', 'kinds: [Kind!]', 'year: Int', 'weight: Float!', 'filters: [Filter!]!'])(
    '%s has a limit or an explanation',
    (argument) => {
      expect(differencesFromDocumentedLimits(schemaWith(argument), {})).toEqual(mayHaveAnySize);
      const [name] = argument.split(':');
      expect(
        differencesFromDocumentedLimits(schemaWith(argument), {}, { [`Query.works.${name}`]: 'It is only compared.' }),
      ).toEqual([]);
    },
  );

  it.each([
    'id: ID!',
    'kind: Kind',
    'fresh: Boolean',
    'before: DateTime',
    'filter: Filter',
    'first: Int! @limit(min: 1, max: 500)',
    'after: String',
  ])('%s needs none', (argument) => {
    expect(differencesFromDocumentedLimits(schemaWith(argument), {})).toEqual([]);
    const [name] = argument.split(':');
    expect(
      differencesFromDocumentedLimits(schemaWith(argument), {}, { [`Query.works.${name}`]: 'It is only compared.' }),
    ).toEqual([expect.stringContaining('needs no explanation')]);
  });

  it.each([
    ['search: String', z.string().max(80), z.string(), undefined],
    ['search: String', z.string().regex(/^\d{6}$/), z.string().regex(/^\d+$/), undefined],
    ['kinds: [Kind!]', z.array(z.enum(['tag'])).max(2), z.array(z.enum(['tag'])), 'tag'],
    ['year: Int', z.int().min(1900).max(2100), z.int().min(1900), undefined],
  ])('%s may have a check of its own, which refuses what is far too much', (argument, strict, lax, item) => {
    const name = argument.split(':')[0]!;
    expect(differencesFromDocumentedLimits(schemaWith(argument), {}, ofWorks(name, strict, item))).toEqual([]);
    expect(differencesFromDocumentedLimits(schemaWith(argument), {}, ofWorks(name, lax, item))).toEqual([
      `Query.works.${name} has a check that takes far too much`,
    ]);
  });

  it('with a limit is refused beyond it, and taken at it', () => {
    const schema = schemaWith('search: String @limit(maxLength: 80)');
    expect(differencesFromDocumentedLimits(schema, ofWorks('search', z.string().max(80)))).toEqual([]);
    expect(differencesFromDocumentedLimits(schema, ofWorks('search', z.string().max(81)))).toEqual([
      'Query.works.search takes more than it documents: 81 characters',
    ]);
    expect(differencesFromDocumentedLimits(schema, ofWorks('search', z.string().max(79)))).toEqual([
      'Query.works.search refuses what it documents: 80 characters',
    ]);
    expect(differencesFromDocumentedLimits(schema, {})).toEqual(['Query.works.search has no check']);
  });
});
