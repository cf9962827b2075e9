import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { SubgraphName } from '@sprayhunt/contracts';
import { buildASTSchema, type DocumentNode, type GraphQLSchema, parse } from 'graphql';
import type { ApolloPlanner } from './apollo-planner.js';

/** A plan with one request to one service, whose response is the whole response. */
export interface DirectFetch {
  subgraph: SubgraphName;
  /** The request body up to the variables. */
  bodyHead: string;
  variables: readonly string[];
  /** Whether it is safe to send twice. */
  repeatable: boolean;
}

/** A validated and planned operation. */
export interface PlannedOperation {
  text: string;
  operationName?: string;
  direct?: DirectFetch;
}

/** Plans a document that fits the schema. */
export type Plan = (text: string, document: DocumentNode, operationName?: string) => PlannedOperation;

/** The single request of each shipped document, by the id of its text; null where the plan has several requests. */
export type ShippedPlans = Record<string, DirectFetch | null>;

export const idOf = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

/**
 * Finds operations that can go straight to one service. What we ship was planned by `npm run generate`
 * (plan-documents.ts).
 */
export class Planner {
  /** The public API schema of the supergraph. */
  readonly apiSchema: GraphQLSchema = buildASTSchema(parse(read('./api.graphql'), { noLocation: true }), {
    assumeValidSDL: true,
  });
  private readonly plans = JSON.parse(read('./shipped-plans.json')) as ShippedPlans;
  /**
   * Takes half a second and 20 MB, so it is loaded where it is needed: at the start in production, else by the first
   * document that we do not ship.
   */
  private apollo?: Promise<ApolloPlanner>;

  /** An operation without a plan runs in Apollo's gateway; a contract test finds it. */
  shipped(text: string, operationName?: string): PlannedOperation {
    return { text, operationName, direct: this.plans[idOf(text)] ?? undefined };
  }

  /** For documents that we do not ship. */
  async any(): Promise<Plan> {
    this.apollo ??= this.loadApollo();
    const apollo = await this.apollo;
    return (text, document, operationName) => ({
      text,
      operationName,
      direct: apollo.directFetch(document, operationName),
    });
  }

  private async loadApollo(): Promise<ApolloPlanner> {
    try {
      const { ApolloPlanner } = await import('./apollo-planner.js');
      return new ApolloPlanner(readSupergraph());
    } catch (error) {
      // The next document tries again.
      this.apollo = undefined;
      throw error;
    }
  }
}

/** Generated and committed; the build copies it next to this file. */
export const readSupergraph = (): string => readFileSync(new URL('./supergraph.graphql', import.meta.url), 'utf8');
