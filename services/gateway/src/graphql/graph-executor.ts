import { ApolloGateway, type GraphQLDataSource } from '@apollo/gateway';
import { ApolloServer } from '@apollo/server';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { isSubgraph, type SubgraphName } from '@sprayhunt/contracts';
import { log, Problem } from '@sprayhunt/service-kit';
import { GraphResult } from './graph-result.js';
import { Planner, type DirectFetch } from './planner.js';
import { refusalOfThrown } from '../problems/refusal.js';
import { SubgraphClient, type Grant, type GraphCaller } from '../subgraphs/subgraph-client.js';
import { readSupergraph } from './supergraph.js';

/** A validated and planned operation. */
export interface PlannedOperation {
  text: string;
  operationName?: string;
  direct?: DirectFetch;
}

/** Context of one execution in the full gateway; Apollo copies the outer object, not the inner one. */
interface Execution {
  held: { caller: GraphCaller; grant?: Grant };
}

/**
 * Runs operations: those whose plan is a single fetch go straight to their service and the
 * response is passed on unchanged; all others run in Apollo's gateway.
 */
@Injectable()
export class GraphExecutor implements OnModuleInit, OnApplicationShutdown {
  readonly planner: Planner;
  private readonly apollo: ApolloServer<Execution>;

  constructor(private readonly subgraphs: SubgraphClient) {
    process.env['APOLLO_TELEMETRY_DISABLED'] = '1';
    const supergraphSdl = readSupergraph();
    this.planner = new Planner(supergraphSdl);
    const logger = log.child({ part: 'apollo' });
    this.apollo = new ApolloServer<Execution>({
      gateway: new ApolloGateway({ supergraphSdl, logger, buildService: ({ name }) => this.dataSource(name) }),
      introspection: true,
      includeStacktraceInErrorResponses: false,
      stopOnTerminationSignals: false,
      cache: 'bounded',
      logger,
    });
  }

  async onModuleInit(): Promise<void> {
    await this.apollo.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.apollo.stop();
  }

  async run(operation: PlannedOperation, variables: Record<string, unknown>, caller: GraphCaller): Promise<GraphResult> {
    return operation.direct ? this.runDirect(operation.direct, variables, caller) : this.runFull(operation, variables, caller);
  }

  private async runDirect(direct: DirectFetch, variables: Record<string, unknown>, caller: GraphCaller): Promise<GraphResult> {
    const used: Record<string, unknown> = {};
    for (const name of direct.variables) used[name] = variables[name];
    const { bytes, grant } = await this.subgraphs.post(direct.subgraph, `${direct.bodyHead}${JSON.stringify(used)}}`, caller, direct.repeatable);
    return GraphResult.ofBytes(bytes, grant);
  }

  /** Runs an operation in Apollo's gateway; public so that a test can compare it with the direct path. */
  async runFull({ text, operationName }: PlannedOperation, variables: Record<string, unknown>, caller: GraphCaller): Promise<GraphResult> {
    const held: Execution['held'] = { caller };
    const { body } = await this.apollo.executeOperation({ query: text, operationName, variables }, { contextValue: { held } });
    if (body.kind !== 'single') throw new Error('The gateway responded in parts, which was not requested');
    const { data, errors } = body.singleResult;
    return GraphResult.ofResponse({ data: data, errors }, held.grant);
  }

  private dataSource(name: string): GraphQLDataSource<Execution> {
    if (!isSubgraph(name)) throw new Error(`The supergraph names an unknown service: ${name}`);
    return { process: ({ request, context }) => this.fetchFor(name, request, (context as Execution).held) };
  }

  private async fetchFor(
    name: SubgraphName,
    { query, operationName, variables }: { query?: string; operationName?: string; variables?: unknown },
    held: Execution['held'],
  ) {
    try {
      const mayRepeat = !query?.startsWith('mutation');
      const { bytes, grant } = await this.subgraphs.post(name, JSON.stringify({ query, operationName, variables }), held.caller, mayRepeat);
      held.grant = grant ?? held.grant;
      return JSON.parse(bytes.toString('utf8')) as Awaited<ReturnType<GraphQLDataSource['process']>>;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const { code, detail, retryAfter } = refusalOfThrown(error);
      return { data: null, errors: [{ message: detail, extensions: { code, retryAfter } }] };
    }
  }
}
