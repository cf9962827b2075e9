// Writes what the page's GraphQL operations (`*.graphql` below apps/web/src) become: their types, a module of documents
// for each file, so that a screen loads its own documents and no others, and the manifest from which the gateway takes
// them by their hash. `npm run generate` runs it.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import { Kind, parse, visit } from 'graphql';
import { root } from './steps.mjs';

const read = (file) => readFileSync(path.join(root, file), 'utf8');
const sources = 'apps/web/src';
const typed = 'apps/web/src/api/graph/';
const manifest = 'services/gateway/src/graphql/page-documents.json';
/** Releases whose pages keep working: the current one and the one before. */
const RELEASES = 2;

/**
 * Apollo's cache needs the type of every object. Not of the root, which would keep an operation from going straight to
 * its service.
 */
const withTypenames = {
  transform: ({ documents }) =>
    documents.map(({ document, ...rest }) => ({ ...rest, document: visit(document, { SelectionSet: namesType }) })),
};
function namesType(node, _key, parent) {
  if (parent.kind === Kind.OPERATION_DEFINITION) return undefined;
  return {
    ...node,
    selections: [{ kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } }, ...node.selections],
  };
}

/** The linter has the folder on its list. */
const typescript = (content) =>
  `// Written by \`npm run generate\` from the page's *.graphql.\n${content.replace('/* eslint-disable */\n', '')}`;

const documents = readdirSync(path.join(root, sources), { recursive: true })
  .filter((file) => file.endsWith('.graphql'))
  .sort()
  .map((file) => ({ location: file, rawSDL: read(`${sources}/${file}`), document: parse(read(`${sources}/${file}`)) }));
const files = await preset.buildGeneratesSection({
  baseOutputDir: typed,
  schema: parse(read('services/gateway/src/graphql/supergraph.graphql')),
  documents,
  documentTransforms: [],
  plugins: [],
  pluginMap: {},
  presetConfig: {
    fragmentMasking: { unmaskFunctionName: 'readFragment' },
    persistedDocuments: true,
    skipIndexFile: true,
  },
  config: {
    scalars: { DateTime: 'string', Date: 'string', JSON: 'unknown' },
    strictScalars: false,
    useTypeImports: true,
    skipTypename: true,
  },
});
const written = {};
for (const file of files) {
  const name = path.basename(file.filename);
  // The function of gql.ts knows every document, so each screen would load them all.
  if (name !== 'gql.ts') written[name] = codegen({ ...file, documents: withTypenames.transform(file) });
}

/** A document as codegen writes it: one line, with the types of its result and of its variables. */
const CONSTANT = /^export const (\w+) = .* as unknown as DocumentNode<(\w+), (\w+)>;$/gm;
const NODE = "import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';\n";
const all = await written['graphql.ts'];
const constants = new Map([...all.matchAll(CONSTANT)].map(([line, name, ...types]) => [name, { line, types }]));
const constantOf = ({ kind, name: { value } }) =>
  `${value[0].toUpperCase()}${value.slice(1)}${kind === Kind.FRAGMENT_DEFINITION ? 'FragmentDoc' : 'Document'}`;

/** `features/works/finder.graphql` becomes `works/finder.ts`. */
const moduleOf = (location) => location.replace(/^features\//, '').replace(/\.graphql$/, '.ts');
function documentModule({ location, document }) {
  const own = document.definitions.map((definition) => constants.get(constantOf(definition)));
  const types = [...new Set(own.flatMap((constant) => constant.types))].sort().join(', ');
  const graphql = path.posix.relative(path.posix.dirname(moduleOf(location)), 'graphql');
  return `${NODE}import type { ${types} } from '${graphql}';\n\n${own.map(({ line }) => line).join('\n')}\n`;
}

const modules = {
  'graphql.ts': all.replace(NODE, '').replace(CONSTANT, '').trimEnd() + '\n',
  'fragment-masking.ts': await written['fragment-masking.ts'],
  ...Object.fromEntries(documents.map((file) => [moduleOf(file.location), documentModule(file)])),
};
rmSync(path.join(root, typed), { recursive: true, force: true });
for (const [name, content] of Object.entries(modules)) {
  const file = path.join(root, typed, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, typescript(content));
}

const { version } = JSON.parse(read('package.json'));
const former = JSON.parse(read(manifest));
const releases = [...new Set([...former.releases, version])].slice(-RELEASES);
const kept = Object.entries(former.documents).filter(([, { release }]) => releases.includes(release));
const present = Object.entries(JSON.parse(await written['persisted-documents.json'])).map(([hash, text]) => [
  hash,
  { release: version, text },
]);
const sorted = Object.fromEntries([...new Map([...kept, ...present])].sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(path.join(root, manifest), `${JSON.stringify({ releases, documents: sorted }, null, 2)}\n`);
