import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { buildSchema } from 'graphql';
import { deprecatedSince } from './deprecation.js';
import { breakingGraphqlChanges, everyElement } from './graphql-changes.js';
import { breakingRestChanges, type Description } from './rest-changes.js';

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
const graphql = { released: read('../../released/api.graphql'), current: read('../graphql/api.graphql') };
const rest = {
  released: JSON.parse(read('../../released/openapi.json')) as Description,
  current: JSON.parse(read('../rest/openapi.json')) as Description,
};
const now = new Date();
type Call = Description['paths'][string][string];
const DAY = new Date('2027-11-23T00:00:00Z');

describe('against the last release', () => {
  it('GraphQL has no breaking change', async () => {
    expect(await breakingGraphqlChanges(graphql.released, graphql.current, now)).toEqual([]);
  });

  it('REST has no breaking change', () => {
    expect(breakingRestChanges(rest.released, rest.current, now)).toEqual([]);
  });

  it('each deprecation has its first day', () => {
    const deprecated = everyElement(buildSchema(graphql.current)).filter(({ reason }) => reason);
    expect(deprecated.filter(({ reason }) => !deprecatedSince(reason))).toEqual([]);
  });
});

it('the changelog of the APIs is newest first, in whole sentences', () => {
  const { items } = JSON.parse(read('../edge/api-changelog.json')) as {
    items: { date: string; title: string; text: string }[];
  };
  const dates = items.map(({ date }) => date);
  expect(dates).toEqual([...dates].sort().reverse());
  for (const { date, title, text } of items) {
    expect(new Date(date).toISOString().slice(0, 10)).toBe(date);
    expect(title.length).toBeGreaterThan(5);
    expect(text).toMatch(/\.$/);
  }
});

describe('a change of GraphQL', () => {
  const before = (reason?: string) => `
    type Query { work(id: ID!): Work, wall: Wall${reason ? ` @deprecated(reason: "${reason}")` : ''} }
    type Work { id: ID!, title: String, kind: Kind${reason ? ` @deprecated(reason: "${reason}")` : ''} }
    type Wall { id: ID! }
    enum Kind { MURAL TAG }`;
  const without = 'type Query { work(id: ID!): Work } type Work { id: ID!, title: String } enum Kind { MURAL TAG }';

  it.each([
    [
      'a field that is gone',
      `type Query { work(id: ID!): Work, wall: Wall }
       type Work { id: ID!, kind: Kind } type Wall { id: ID! } enum Kind { MURAL TAG }`,
      /Work\.title|title/,
    ],
    [
      'an argument that is required',
      `type Query { work(id: ID!, near: Int!): Work, wall: Wall }
       type Work { id: ID!, title: String, kind: Kind } type Wall { id: ID! } enum Kind { MURAL TAG }`,
      /near/,
    ],
    [
      'a value that is gone',
      `type Query { work(id: ID!): Work, wall: Wall }
       type Work { id: ID!, title: String, kind: Kind } type Wall { id: ID! } enum Kind { MURAL }`,
      /TAG/,
    ],
    [
      'a field that may be null',
      `type Query { work(id: ID!): Work, wall: Wall }
       type Work { id: ID, title: String, kind: Kind } type Wall { id: ID! } enum Kind { MURAL TAG }`,
      /id/,
    ],
  ])('%s breaks', async (_, after, names) => {
    const found = await breakingGraphqlChanges(before(), after, now);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(names);
  });

  it('fields that were deprecated for twelve months may go, with the type that only they return', async () => {
    expect(await breakingGraphqlChanges(before('Not used. (since 2026-11-23)'), without, DAY)).toEqual([]);
    expect(await breakingGraphqlChanges(before('Not used. (since 2026-11-24)'), without, DAY)).toHaveLength(3);
    expect(await breakingGraphqlChanges(before('Not used.'), without, DAY)).toHaveLength(3);
  });

  it('additions break nothing', async () => {
    expect(await breakingGraphqlChanges(without, before(), now)).toEqual([]);
  });
});

describe('a change of REST', () => {
  const work = {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'string' }, title: { type: ['string', 'null'] } },
  };
  const newCall = () => {
    const call: Call = {
      security: [{}, { partner: ['a'] }],
      parameters: [{ name: 'limit', in: 'query', required: false, schema: { type: 'integer', maximum: 500 } }],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { type: 'object', properties: { kind: { type: 'string', enum: ['a', 'b'], maxLength: 10 } } },
          },
        },
      },
      responses: {
        200: { content: { 'application/json': { schema: { type: 'array', items: structuredClone(work) } } } },
      },
    };
    return call;
  };
  const description = (change: (call: Call) => void = () => {}): Description => {
    const call = newCall();
    change(call);
    return { paths: { '/api/works': { post: call } }, components: { schemas: {} } };
  };
  const item = (call: Call) => call.responses['200']!.content!['application/json']!.schema!.items!.properties!;
  const list = (call: Call) => call.responses['200']!.content!['application/json']!.schema!.items!;
  const body = (call: Call) => call.requestBody!.content['application/json']!.schema;
  const kind = (call: Call) => body(call).properties!['kind']!;
  const limit = (call: Call) => call.parameters![0]!;

  it.each<[string, (call: Call) => void, RegExp]>([
    ['a property that is gone', (call) => delete item(call)['title'], /title is gone/],
    ['a property that may be missing', (call) => (list(call).required = []), /id may be missing/],
    ['a property that may be null', (call) => (item(call)['id']!.type = ['string', 'null']), /id has other types/],
    ['a property of another type', (call) => (item(call)['id']!.type = 'integer'), /id has other types/],
    ['a parameter that is gone', (call) => (call.parameters = []), /limit is gone/],
    ['a parameter that is required', (call) => (limit(call).required = true), /limit is required/],
    ['a lower limit', (call) => (limit(call).schema.maximum = 100), /maximum is 100/],
    ['a value that is refused', (call) => (kind(call).enum = ['a']), /fewer values/],
    ['a property that a body needs', (call) => (body(call).required = ['kind']), /kind is required/],
    ['another status', (call) => (call.responses = { 201: call.responses['200']! }), /no longer returns 200/],
    ['a further scope', (call) => (call.security = [{}, { partner: ['a', 'b'] }]), /needs more scopes/],
    ['guests shut out', (call) => (call.security = [{ partner: ['a'] }]), /closed to guests/],
  ])('%s breaks', (_, change, sentence) => {
    const found = breakingRestChanges(description(), description(change), now);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(sentence);
  });

  it('a call that is gone breaks, unless it was deprecated for twelve months', () => {
    const gone = { paths: {}, components: { schemas: {} } };
    expect(breakingRestChanges(description(), gone, DAY)).toEqual(['POST /api/works is gone']);
    const deprecated = (reason: string) => description((call) => (call['x-deprecated'] = reason));
    expect(breakingRestChanges(deprecated('Use /api/walls. (since 2026-11-23)'), gone, DAY)).toEqual([]);
    expect(breakingRestChanges(deprecated('Use /api/walls. (since 2026-12-01)'), gone, DAY)).toHaveLength(1);
  });

  it('additions and wider limits break nothing', () => {
    const wider = description((call) => {
      item(call)['more'] = { type: 'string' };
      limit(call).schema.maximum = 1000;
      call.parameters!.push({ name: 'more', in: 'query', required: false, schema: { type: 'string' } });
      kind(call).enum!.push('c');
    });
    expect(breakingRestChanges(description(), wider, now)).toEqual([]);
  });
});
