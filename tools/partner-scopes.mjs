// Writes which calls each scope of partners opens, from openapi.json and the supergraph: for the page (`/developers`)
// and for docs/partners.md. Part of `npm run generate`.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'graphql';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file) => readFileSync(path.join(root, file), 'utf8');
const write = (file, text) => writeFileSync(path.join(root, file), text);

const { paths, components } = JSON.parse(read('services/gateway/src/rest/openapi.json'));
const { clientCredentials, authorizationCode } = components.securitySchemes.partner.flows;
const declared = { ...clientCredentials.scopes, ...authorizationCode.scopes };

/** `[scope, call]` of each call by REST. */
const rest = Object.entries(paths).flatMap(([address, operations]) =>
  Object.entries(operations).flatMap(([method, { security = [] }]) =>
    security.flatMap(({ partner = [] }) => partner.map((scope) => [scope, `${method.toUpperCase()} ${address}`])),
  ),
);

/** The same of each root field of GraphQL, whose description names its scopes. */
const graph = parse(read('services/gateway/src/graphql/supergraph.graphql'))
  .definitions.filter(
    (definition) => definition.kind === 'ObjectTypeDefinition' && ['Query', 'Mutation'].includes(definition.name.value),
  )
  .flatMap((type) =>
    type.fields.flatMap(({ name, description }) => {
      const words = /Partners need ([^.]*)\.$/.exec(description?.value ?? '')?.[1] ?? '';
      return [...words.matchAll(/`([^`]+)`/g)].map(([, scope]) => [scope, `${type.name.value}.${name.value}`]);
    }),
  );

const of = (pairs, scope) => [...new Set(pairs.filter(([one]) => one === scope).map(([, call]) => call))].sort();
const scopes = Object.entries(declared).map(([name, grants]) => ({
  name,
  grants,
  graphql: of(graph, name),
  rest: of(rest, name),
}));

const list = (calls) => `[${calls.map((call) => `'${call}'`).join(', ')}]`;
write(
  'apps/web/src/api/scopes.ts',
  `// Written by tools/partner-scopes.mjs (\`npm run generate\`); do not edit.

/** The scopes of partners and the calls that each opens. */
export const SCOPES = [
${scopes
  .map(
    ({ name, grants, graphql, rest: calls }) => `  {\n    name: '${name}',\n
     grants: ${JSON.stringify(grants)},\n    graphql: ${list(graphql)},\n    rest: ${list(calls)},\n  },`,
  )
  .join('\n')}
] as const;

export type Scope = (typeof SCOPES)[number]['name'];
`,
);

const START = '<!-- scopes: written by npm run generate -->';
const END = '<!-- /scopes -->';
const guide = read('docs/partners.md');
const [before, after] = [guide.split(START)[0], guide.split(END)[1]];
if (!guide.includes(START) || after === undefined) throw new Error(`docs/partners.md has no ${START} … ${END}`);
const code = (calls) => calls.map((call) => `\`${call}\``).join(', ');
const rows = scopes.map(
  ({ name, grants, graphql, rest: calls }) => `| \`${name}\` | ${grants} | ${code(graphql)} | ${code(calls)} |`,
);
write(
  'docs/partners.md',
  `${before}${START}\n| scope | what | GraphQL | REST |\n|---|---|---|---|\n${rows.join('\n')}\n${END}${after}`,
);
