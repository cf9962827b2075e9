import { readFileSync } from 'node:fs';
import { composeServices } from '@apollo/composition';
import { Supergraph } from '@apollo/federation-internals';
import { subgraphNames, type SubgraphName } from '@sprayhunt/contracts';
import {
  declaredLimits,
  declaredScopes,
  scopesOf,
  type DeclaredLimits,
  type DeclaredField,
  type DeclaredScopes,
} from '@sprayhunt/service-kit';
import {
  Kind,
  parse,
  printSchema,
  visit,
  type DocumentNode,
  type FieldDefinitionNode,
  type ObjectTypeDefinitionNode,
  type StringValueNode,
} from 'graphql';

const HEADING = '# Generated from services/*/schema.graphql by `npm run generate`; do not edit.\n';

const folder = new URL('../../../', import.meta.url);

const serviceSchema = (name: SubgraphName) => readFileSync(new URL(`${name}/schema.graphql`, folder), 'utf8');

/**
 * Composes the supergraph from every service's `schema.graphql`, offline. The URLs in it are only names; the gateway
 * takes the real ones from its configuration.
 * @throws Error with all composition errors
 */
export function composeSupergraph(): string {
  const { supergraphSdl, errors } = composeServices(
    subgraphNames.map((name) => ({
      name,
      url: `http://${name}/graphql`,
      typeDefs: scopesInWords(parse(serviceSchema(name))),
    })),
  );
  if (errors?.length)
    throw new Error(`The subgraphs do not compose:\n${errors.map((error) => error.message).join('\n')}`);
  return HEADING + supergraphSdl + '\n';
}

/** The schema that callers see: without what only the federation needs. */
export const printApiSchema = (supergraphSdl: string): string =>
  HEADING + printSchema(Supergraph.build(supergraphSdl).apiSchema().toGraphQLJSSchema()) + '\n';

/** The scopes of all services; a shared type has those of each. */
export function composeScopes(): DeclaredScopes {
  const all = new Map<string, DeclaredField>();
  for (const name of subgraphNames) {
    for (const [field, { scopes, isWithheld }] of declaredScopes(serviceSchema(name))) {
      const former = all.get(field);
      const together = [...(former?.scopes ?? []), ...scopes];
      all.set(field, { scopes: together, isWithheld: isWithheld || former?.isWithheld === true });
    }
  }
  return all;
}

/** The limits that the services document, all together; no two services own one field of the input. */
export const composeLimits = (): DeclaredLimits =>
  new Map(subgraphNames.flatMap((name) => [...declaredLimits(serviceSchema(name))]));

/**
 * Adds the scopes that partners need to a service's descriptions. The directive itself stays in the
 * service that enforces it, so readers of the supergraph find the scopes here.
 */
export function scopesInWords(document: DocumentNode): DocumentNode {
  return visit(document, {
    [Kind.OBJECT_TYPE_DEFINITION]: { enter: described },
    [Kind.FIELD_DEFINITION]: { enter: described },
  });
}

/** Types shared by several services are not changed: each service declares other scopes for them. */
function described<N extends ObjectTypeDefinitionNode | FieldDefinitionNode>(node: N): N | undefined {
  const scopes = scopesOf(node.directives);
  if (scopes.length === 0 || node.directives?.some(({ name }) => name.value === 'shareable')) return undefined;
  const words = `Partners need ${scopes.map((scope) => `\`${scope}\``).join(' or ')}.`;
  const description: StringValueNode = {
    kind: Kind.STRING,
    value: [node.description?.value, words].filter(Boolean).join(' '),
  };
  return { ...node, description };
}
