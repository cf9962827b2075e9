import { readFileSync } from 'node:fs';
import { composeServices } from '@apollo/composition';
import { parse } from 'graphql';
import { scopesInWords } from './scopes-in-words.js';
import { SUBGRAPHS, type SubgraphName } from './subgraphs.js';

const services = new URL('../../../', import.meta.url);

const serviceSchema = (name: SubgraphName) => readFileSync(new URL(`${name}/schema.graphql`, services), 'utf8');

/**
 * Composes the supergraph from every service's `schema.graphql`, without any network. The
 * addresses in it are names only; the gateway takes the real ones from its configuration.
 * @throws Error with each fault that composition found
 */
export function composeSupergraph(): string {
  const { supergraphSdl, errors } = composeServices(
    SUBGRAPHS.map((name) => ({
      name,
      url: `http://${name}/graphql`,
      typeDefs: scopesInWords(parse(serviceSchema(name))),
    })),
  );
  if (errors?.length) throw new Error(`The subgraphs do not compose:\n${errors.map((error) => error.message).join('\n')}`);
  return `# Generated from services/*/schema.graphql by \`npm run generate\`; do not edit.\n${supergraphSdl}\n`;
}
