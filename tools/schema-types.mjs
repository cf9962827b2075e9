// Writes `src/schema.generated.ts` of a service from its `schema.graphql`: the types of its arguments, inputs, results,
// enums and scalars. `npm run generate` runs it for every service that has a schema: node tools/schema-types.mjs FOLDER
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { codegen } from '@graphql-codegen/core';
import * as typescript from '@graphql-codegen/typescript';
import { parse } from 'graphql';
import { root } from './steps.mjs';

/** Types of scalars for resolvers, as input and output (libs/service-kit/src/graphql/subgraph.module.ts). */
const SCALARS = {
  ID: 'string',
  DateTime: { input: 'Date', output: 'Date | string' },
  Date: 'string',
  JSON: { input: '{} | null', output: '{} | null' },
};

/** Definitions that `@link` imports, for a reader without federation. */
const FEDERATION = `
  directive @link(url: String!, import: [String!]) repeatable on SCHEMA
  directive @key(fields: String!, resolvable: Boolean = true) repeatable on OBJECT | INTERFACE
  directive @shareable repeatable on OBJECT | FIELD_DEFINITION
  directive @inaccessible on FIELD_DEFINITION
`;

const folder = path.join(root, process.argv[2]);
const filename = path.join(folder, 'src/schema.generated.ts');
const content = await codegen({
  filename,
  schema: parse(FEDERATION + readFileSync(path.join(folder, 'schema.graphql'), 'utf8')),
  documents: [],
  plugins: [{ typescript: {} }],
  pluginMap: { typescript },
  config: {
    scalars: SCALARS,
    strictScalars: true,
    enumsAsTypes: true,
    skipTypename: true,
    useTypeImports: true,
    // Nullable fields may also be missing.
    maybeValue: 'T | null | undefined',
    inputMaybeValue: 'T | null | undefined',
  },
});
writeFileSync(filename, `// Written by \`npm run generate\` from schema.graphql.\n${content}`);
