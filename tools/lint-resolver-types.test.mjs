// Proves what the rule refuses; run by tools/local/src/lint-rules.spec.ts.
import { RuleTester } from 'eslint';
import tseslint from 'typescript-eslint';
import rule from './lint-resolver-types.mjs';

const IMPORT = `import type * as Schema from '../schema.generated.js';\n`;
const resolver = (members) => `${IMPORT}@Resolver('Picture') class R { ${members} }`;
const like = (argument, result) =>
  resolver(`@Mutation() @Access('verified') like(${argument}, @Caller() caller: Identity): ${result} {}`);
const works = (argument, result) => resolver(`@Query('works') worksNear(${argument}): ${result} {}`);

new RuleTester({ languageOptions: { parser: tseslint.parser } }).run('resolver-types', rule, {
  valid: [
    like(`@Args('id') id: Schema.MutationLikeArgs['id']`, `Promise<Schema.Mutation['like']>`),
    like(`@Args('id') id: Schema.MutationLikeArgs["id"]`, `Schema.Mutation['like']`),
    works(`@Args() { first }: Schema.QueryWorksArgs`, `Promise<Schema.Query['works']>`),
    resolver(`@ResolveReference() one({ id }: Pick<Schema.Picture, 'id'>): Promise<Schema.Picture | null> {}`),
    resolver(`private find(id: unknown) {}`),
    resolver(`private find() { return names as string[]; }`),
  ],
  invalid: [
    { code: like(`@Args('id') id: unknown`, `Promise<Schema.Mutation['like']>`), errors: [{ messageId: 'argument' }] },
    { code: like(`@Args('id') id`, `Promise<Schema.Mutation['like']>`), errors: [{ messageId: 'argument' }] },
    { code: like(`@Args('id') id: string`, `Promise<Schema.Mutation['like']>`), errors: [{ messageId: 'argument' }] },
    {
      code: like(`@Args('id') key: Schema.MutationLikeArgs['key']`, `Promise<Schema.Mutation['like']>`),
      errors: [{ messageId: 'argument' }],
    },
    {
      code: like(`@Args('id') id: Schema.MutationLikeArgs['id']`, `Promise<{ likes: number }>`),
      errors: [{ messageId: 'result' }],
    },
    {
      code: like(`@Args('id') id: Schema.MutationLikeArgs['id']`, `Promise<Schema.Mutation['unlike']>`),
      errors: [{ messageId: 'result' }],
    },
    { code: works(`@Args() args: unknown`, `Promise<Schema.Query['works']>`), errors: [{ messageId: 'argument' }] },
    {
      code: works(`@Args() args: Schema.MutationLikeArgs`, `Promise<Schema.Query['works']>`),
      errors: [{ messageId: 'argument' }],
    },
    { code: resolver(`@Query() works() {}`), errors: [{ messageId: 'result' }] },
    { code: `class R { @Query() works(): Schema.Query['works'] {} }`, errors: [{ messageId: 'result' }] },
    {
      code: resolver(`@ResolveReference() one({ id }: { id: string }): Promise<Schema.Picture | null> {}`),
      errors: [{ messageId: 'reference' }],
    },
    {
      code: resolver(`@ResolveReference() one({ id }: Pick<Schema.Picture, 'id'>) {}`),
      errors: [{ messageId: 'reference' }],
    },
    { code: resolver(`private one() { return row as Schema.Picture | null; }`), errors: [{ messageId: 'cast' }] },
    {
      code: resolver(`private all() { return page as unknown as Promise<Schema.Query['works']>; }`),
      errors: [{ messageId: 'cast' }],
    },
  ],
});
