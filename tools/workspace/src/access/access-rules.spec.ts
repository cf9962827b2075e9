import { describe, expect, it } from '@jest/globals';
import { accessRulesOf } from './access-rules.js';

const resolver = (members: string) => `@Resolver('Wall') class WallsResolver { ${members} }`;

describe('the access rules of a resolver', () => {
  it('are those of its operations', () => {
    const source = resolver(`
      @Query() @Access('anyone') wall() {}
      @Access({ role: 'moderator' }) @Mutation('hideWall') async hide(@Args('id') id: string) {}
      @Mutation() @Access('verified', { evenSuspended: true }) saveWall() {}
      @ResolveField() isSaved() {}`);
    expect(accessRulesOf(source)).toEqual([
      ['Query.wall', { audience: 'anyone' }],
      ['Mutation.hideWall', { audience: { role: 'moderator' } }],
      ['Mutation.saveWall', { audience: 'verified', evenSuspended: true }],
    ]);
  });

  it('have no gap', () => {
    expect(() => accessRulesOf(resolver('@Query() wall() {}'))).toThrow('Query.wall has no @Access');
  });

  it.each(['MODERATORS', '{ role }', `'verified', rest`])('are literals, not @Access(%s)', (rule) => {
    expect(() => accessRulesOf(resolver(`@Query() @Access(${rule}) wall() {}`))).toThrow(
      'Write the rule of Query.wall as a literal',
    );
  });
});
