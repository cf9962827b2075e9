// Writes what the page's GraphQL operations (`*.graphql` below apps/web/src) become: the typed documents that the page
// imports, and the manifest from which the gateway takes them by their hash. `npm run generate` runs it.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import { Kind, parse, visit } from 'graphql';
import { root } from './steps.mjs';

const read = (file) => readFileSync(path.join(root, file), 'utf8');
const sources = 'apps/web/src';
const typed = 'apps/web/src/api/graph/';
const manifest = 'services/gateway/src/graphql/page-documents.json';
/** Releases whose pages go on working: the present one and the one before. */
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
mkdirSync(path.join(root, typed), { recursive: true });
for (const name of ['graphql.ts', 'fragment-masking.ts'])
  writeFileSync(path.join(root, typed, name), typescript(await written[name]));

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
