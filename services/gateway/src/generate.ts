import { writeFileSync } from 'node:fs';
import { describeApi } from './describe-api.js';
import { composeLimits, composeScopes, composeSupergraph, printApiSchema } from './graphql/compose.js';

/** Writes the generated, committed files; contract tests prove that they are current. */
const sources = new URL('../src/', import.meta.url);
const supergraph = composeSupergraph();
writeFileSync(new URL('graphql/supergraph.graphql', sources), supergraph);
writeFileSync(new URL('graphql/api.graphql', sources), printApiSchema(supergraph));
const limits = composeLimits();
writeFileSync(new URL('graphql/limits.json', sources), `${JSON.stringify(Object.fromEntries(limits), null, 2)}\n`);
const api = await describeApi(supergraph, composeScopes(), limits);
writeFileSync(new URL('rest/openapi.json', sources), `${JSON.stringify(api, null, 2)}\n`);
