import { readFileSync } from 'node:fs';
import { buildASTSchema, extendSchema, GraphQLSchema, parse } from 'graphql';
import { describe, expect, it } from '@jest/globals';
import { CELL, splitCells } from './discovery-fields.js';
import type { DiscoveryCells } from './discovery-reads.js';
import { listSerializer } from './list-serializer.js';

const typeDefs = readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8').replace(
  /^extend schema[\s\S]*?\)\n/,
  '',
);
const schema: GraphQLSchema = extendSchema(
  buildASTSchema(
    parse(
      `directive @key(fields: String!, resolvable: Boolean = true) on OBJECT\ndirective @shareable on OBJECT\ndirective @inaccessible on FIELD_DEFINITION\ndirective @external on FIELD_DEFINITION\ndirective @requires(fields: String!) on FIELD_DEFINITION\n${typeDefs}`,
    ),
  ),
  parse('scalar Unused'),
);

const ASK = `query Q($latitude: Float!, $first: Int = 3) { list: discoveriesNearby(latitude: $latitude, longitude: 2, first: $first) `;
const read = (selection: string, name?: string) => listSerializer(schema, `${ASK}${selection} }`, name);

function item(cells: Partial<Record<keyof typeof CELL, string | null>>): DiscoveryCells {
  const row = Object.keys(CELL).map((field) => cells[field as keyof typeof CELL] ?? '');
  return { id: cells.id!, latitude: 1.5, longitude: -2, distance: 12.25, ...splitCells(row.join('\u001f')) };
}
const ibis = item({
  id: '01930000-0000-7000-8000-000000000001',
  title: 'A "quoted"\n\u0007 😀 ibis',
  pinType: 'hot_spot',
  userRole: 'artist',
  isFreshArt: 't',
  liked: 'f',
  likes: '7',
  year: '1999',
  status: 'standing',
  createdAt: '2026-11-20 12:00:00.5+00',
  latitude: '1.5',
  longitude: '-2e-05',
});

const nodesIn = (json: string) =>
  (JSON.parse(json) as { data: { list: { nodes: Record<string, unknown>[] } } }).data.list.nodes;

describe('a nearby list that is written', () => {
  it('has the requested keys, order and fragments', () => {
    const list = listSerializer(
      schema,
      `${ASK} { pageInfo { more: hasNextPage endCursor } nodes { ...Item ... on Discovery { km: distance } } } } fragment Item on Discovery { name: title id }`,
      'Q',
    )!;
    const json = list.write({ items: [ibis], hasNextPage: true });
    expect(json).toMatch(/^\{"data":\{"list":\{"pageInfo":\{"more":true,"endCursor":"[\w-]+"\},"nodes":\[\{"name":/);
    expect(nodesIn(json)).toEqual([{ name: 'A "quoted"\n\u0007 😀 ibis', id: ibis.id, km: 12.25 }]);
  });

  it('writes every field as its type', () => {
    const fields =
      'pinType emojiPin emojiType userRole isFreshArt liked likes year status createdAt description latitude longitude artistName';
    expect(nodesIn(read(`{ nodes { ${fields} } }`)!.write({ items: [ibis], hasNextPage: false }))[0]).toEqual({
      pinType: 'hot_spot',
      emojiPin: '🔥',
      emojiType: 'Hot Spot',
      userRole: 'artist',
      isFreshArt: true,
      liked: false,
      likes: 7,
      year: 1999,
      status: 'standing',
      createdAt: '2026-11-20T12:00:00.500Z',
      description: null,
      latitude: 1.5,
      longitude: -0.00002,
      artistName: null,
    });
  });

  it.each([
    ['2026-11-20 12:00:00+00', '2026-11-20T12:00:00.000Z'],
    ['2026-11-20 12:00:00.123456+00', '2026-11-20T12:00:00.123Z'],
    ['2026-11-20 12:00:00.12+00', '2026-11-20T12:00:00.120Z'],
    ['2026-11-20 22:00:00.123+10', '2026-11-20T12:00:00.123Z'],
    ['2026-11-20 17:30:00+05:30', '2026-11-20T12:00:00.000Z'],
  ])('reads the instant %s', (createdAt, iso) => {
    const json = read('{ nodes { createdAt } }')!.write({
      items: [item({ id: ibis.id, createdAt })],
      hasNextPage: false,
    });
    expect(nodesIn(json)[0]!['createdAt']).toBe(iso);
  });

  it.each(['Crépuscule', '壁画', '😀', '\u007f', '\u2028', '\ud83d', '\\', '"', '\u0000'])(
    'writes %j in ASCII',
    (title) => {
      const json = read('{ nodes { title } }')!.write({ items: [item({ id: ibis.id, title })], hasNextPage: false });
      expect(json).toMatch(/^[ -~]*$/);
      expect(nodesIn(json)[0]!['title']).toBe(title);
    },
  );

  it('refuses a row that a text has split', () => {
    expect(() => item({ id: ibis.id, title: 'one\u001ftwo' })).toThrow('separator');
  });

  it('is valid JSON without any item', () => {
    const json = read('{ nodes { id } pageInfo { endCursor hasNextPage } }')!.write({ items: [], hasNextPage: false });
    expect(JSON.parse(json)).toEqual({
      data: { list: { nodes: [], pageInfo: { endCursor: null, hasNextPage: false } } },
    });
  });

  it('accepts arguments as GraphQL coerces them, and refuses the same ones', () => {
    const list = read('{ nodes { id } }')!;
    expect(list.argumentsFrom({ latitude: 1 })).toEqual({ latitude: 1, longitude: 2, radius: 5_000, first: 3 });
    expect(list.argumentsFrom({ latitude: 1, first: 8 })).toMatchObject({ first: 8 });
    expect(list.argumentsFrom({ latitude: '1' })).toBeUndefined();
    expect(list.argumentsFrom(undefined)).toBeUndefined();
  });

  it.each([
    '{ nodes { id } edges { cursor } }',
    '{ nodes { id __typename } }',
    '{ nodes { id @skip(if: true) } }',
    '{ nodes { id id } }',
    '{ nodes { unknown } }',
    '{ nodes { id } } other: discoveriesNearby(latitude: 1, longitude: 2, first: 1) { nodes { id } }',
    '{ nodes { id ',
  ])('leaves %s to the ordinary execution', (selection) => {
    expect(read(selection)).toBeNull();
  });

  it('leaves other operations alone', () => {
    expect(listSerializer(schema, '{ discovery(id: "1") { id } }', null)).toBeNull();
    expect(listSerializer(schema, 'mutation { likeDiscovery(id: "1") { id } }', null)).toBeNull();
    expect(read('{ nodes { id } }', 'Other')).toBeNull();
  });
});
