import { operationFromDocument, Supergraph } from '@apollo/federation-internals';
import { QueryPlanner, type FetchNode } from '@apollo/query-planner';
import { isSubgraph } from '@sprayhunt/contracts';
import { Kind, type DocumentNode, type SelectionSetNode } from 'graphql';
import type { DirectFetch } from './planner.js';

/** Plans operations with Apollo's planner and finds those that can go straight to one service. */
export class ApolloPlanner {
  private readonly supergraph: Supergraph;
  private readonly planner: QueryPlanner;

  constructor(supergraphSdl: string) {
    this.supergraph = Supergraph.build(supergraphSdl);
    this.planner = new QueryPlanner(this.supergraph);
  }

  /** @returns undefined if the operation needs several fetches or the gateway itself */
  directFetch(document: DocumentNode, operationName?: string): DirectFetch | undefined {
    if (needsGateway(document)) return undefined;
    const plan = this.planner.buildQueryPlan(
      operationFromDocument(this.supergraph.apiSchema(), document, { operationName }),
    );
    const { node } = plan;
    if (node?.kind !== 'Fetch' || rewrites(node) || !isSubgraph(node.serviceName)) return undefined;
    return {
      subgraph: node.serviceName,
      bodyHead:
        `{"query":${JSON.stringify(node.operation)},` +
        `"operationName":${JSON.stringify(node.operationName ?? null)},"variables":`,
      variables: node.variableUsages ?? [],
      repeatable: node.operationKind === 'query',
    };
  }
}

const rewrites = ({ requires, inputRewrites, outputRewrites, contextRewrites }: FetchNode) =>
  [requires, inputRewrites, outputRewrites, contextRewrites].some((list) => list?.length);

/** Introspection and the root's `__typename` are resolved by the gateway, whatever the plan says. */
function needsGateway(document: DocumentNode): boolean {
  const fragments = new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition.selectionSet] as const] : [],
    ),
  );
  const atRoot = ({ selections }: SelectionSetNode): boolean =>
    selections.some((selection) => {
      if (selection.kind === Kind.FIELD) return selection.name.value.startsWith('__');
      const nested =
        selection.kind === Kind.INLINE_FRAGMENT ? selection.selectionSet : fragments.get(selection.name.value);
      return nested !== undefined && atRoot(nested);
    });
  return document.definitions.some(
    (definition) => definition.kind === Kind.OPERATION_DEFINITION && atRoot(definition.selectionSet),
  );
}
