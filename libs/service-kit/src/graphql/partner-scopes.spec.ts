import { buildSchema, graphqlSync, parse } from 'graphql';
import { describe, expect, it } from '@jest/globals';
import type { Identity } from '../identity/identity.js';
import { partnerScopes, withholdFields } from './partner-scopes.js';

const SDL = `
  directive @scope(name: String!) repeatable on OBJECT | FIELD_DEFINITION
  type Query {
    wall: Wall @scope(name: "walls:read")
    work: Work @scope(name: "discoveries:read")
    secret: Int
    change: Change @scope(name: "walls:read") @scope(name: "discoveries:read")
    _entities: [Entity]
  }
  type Wall @scope(name: "walls:read") { name: String works: [Work] page: Page picture: String @scope(name: "art:read") }
  type Work @scope(name: "discoveries:read") { title: String page: Page }
  type Page @scope(name: "walls:read") @scope(name: "discoveries:read") { next: String }
  type Change @scope(name: "walls:read") @scope(name: "discoveries:read") {
    id: ID
    work: Work @scope(name: "discoveries:read")
    wall: Wall @scope(name: "walls:read")
  }
  type Owner { name: String }
  union Entity = Wall | Work | Owner
  type Mutation { paint: Int }
`;
const schema = buildSchema(SDL);
const check = partnerScopes(SDL);
const partner = (...scopes: string[]): Identity => ({
  kind: 'partner',
  subject: '01890a5d-ac96-774b-bcce-b302099a8057',
  scopes,
});

/** The message of the refusal; undefined if there is none. */
function refusal(text: string, identity: Identity) {
  try {
    check(schema, parse(text), { identity });
    return undefined;
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    return `${code}: ${message}`;
  }
}

describe('partnerScopes', () => {
  it.each([
    ['{ wall { name } }', ['walls:read']],
    ['{ __typename wall { __typename page { next } } }', ['walls:read']],
    ['{ work { page { next } } }', ['discoveries:read']],
    ['{ wall { works { title } picture } }', ['walls:read', 'discoveries:read', 'art:read']],
    ['{ _entities { ... on Wall { name } } }', ['walls:read']],
  ])('opens %s to %j', (text, scopes) => {
    expect(refusal(text, partner(...scopes))).toBeUndefined();
  });

  it.each([
    ['a field of a type below', '{ wall { name works { title } } }', 'Work.title', 'discoveries:read'],
    ['a field with a scope of its own', '{ wall { picture } }', 'Wall.picture', 'art:read'],
    ['an alias', '{ wall { name: picture } }', 'Wall.picture', 'art:read'],
    ['a fragment', '{ wall { ...more } } fragment more on Wall { picture }', 'Wall.picture', 'art:read'],
    ['an inline fragment', '{ ... on Query { ... { work { title } } } }', 'Query.work', 'discoveries:read'],
    ['an entity', '{ _entities { ... on Wall { name } ... on Work { title } } }', 'Work.title', 'discoveries:read'],
    [
      'a field that a variable leaves out',
      'query ($no: Boolean!) { wall { name picture @include(if: $no) } }',
      'Wall.picture',
      'art:read',
    ],
    [
      'the second operation',
      'query one { wall { name } } query two { work { title } }',
      'Query.work',
      'discoveries:read',
    ],
  ])('finds %s', (_, text, field, scope) => {
    expect(refusal(text, partner('walls:read'))).toBe(
      `SCOPE_MISSING: ${field} needs the scope ${scope}, which this token does not have.`,
    );
  });

  it.each(['{ secret }', 'mutation { paint }', '{ _entities { ... on Owner { name } } }'])(
    'leaves %s closed, whatever the token has',
    (text) => {
      expect(refusal(text, partner('walls:read', 'discoveries:read', 'art:read', 'players:read'))).toMatch(
        /^FORBIDDEN: .* is not open to partners\.$/,
      );
    },
  );

  it('withholds a field whose type is open by other scopes, and refuses below it only tokens that see it', () => {
    const fragments = 'fragment more on Change { work { ...w } wall { name picture } } fragment w on Work { title }';
    const both = `{ change { id ...more } } ${fragments}`;
    expect(refusal(both, partner('discoveries:read'))).toBeUndefined();
    expect(refusal(both, partner('walls:read'))).toMatch(/^SCOPE_MISSING: Wall.picture/);
    expect(refusal(both, partner('walls:read', 'art:read'))).toBeUndefined();
    const beside = '{ change { id work { title } } work { title } }';
    expect(refusal(beside, partner('walls:read'))).toMatch(/^SCOPE_MISSING: Query.work/);
    expect(refusal(both, partner('art:read'))).toMatch(/^SCOPE_MISSING: Query.change/);
    const rootValue = { change: { id: 1, work: { title: 'Heron' }, wall: { name: 'North' } } };
    const open = withholdFields(buildSchema(SDL), SDL);
    const source = '{ change { id work { title } wall { name } } }';
    const resultFor = (identity: Identity) =>
      graphqlSync({ schema: open, source, rootValue, contextValue: { identity } });
    const [work, wall] = [{ title: 'Heron' }, { name: 'North' }];
    expect(resultFor(partner('walls:read')).data).toEqual({ change: { id: '1', work: null, wall } });
    expect(resultFor(partner('discoveries:read')).data).toEqual({ change: { id: '1', work, wall: null } });
    expect(resultFor({ kind: 'guest' }).data).toEqual({ change: { id: '1', work, wall } });
  });

  it('refuses a token without any scope', () => {
    expect(refusal('{ wall { name } }', { kind: 'partner' })).toMatch(/^SCOPE_MISSING/);
  });

  it('limits a player who calls through a client to its scopes', () => {
    const through = (...scopes: string[]): Identity => ({
      kind: 'player',
      status: 'verified',
      subject: '01890a5d-ac96-774b-bcce-b302099a8057',
      client: '01890a5d-ac96-774b-bcce-b302099a8058',
      scopes,
    });
    expect(refusal('{ wall { name } }', through('walls:read'))).toBeUndefined();
    expect(refusal('{ work { title } }', through('walls:read'))).toMatch(/^SCOPE_MISSING/);
    expect(refusal('{ secret }', through('walls:read'))).toMatch(/^FORBIDDEN/);
    expect(refusal('{ wall { name } }', { kind: 'player', client: '01890a5d-ac96-774b-bcce-b302099a8058' })).toMatch(
      /^SCOPE_MISSING/,
    );
  });

  it('does not limit guests and players', () => {
    expect(refusal('{ secret }', { kind: 'guest' })).toBeUndefined();
    expect(refusal('mutation { paint }', { kind: 'player', status: 'pending' })).toBeUndefined();
  });

  it('refuses an unknown scope', () => {
    expect(() => partnerScopes('type Query @scope(name: "walls:red") { wall: Int }')).toThrow('walls:red');
  });
});
