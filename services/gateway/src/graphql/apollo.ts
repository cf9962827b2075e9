import { ApolloGateway, type GraphQLDataSource } from '@apollo/gateway';
import { ApolloServer } from '@apollo/server';
import { isSubgraph, type SubgraphName } from '@sprayhunt/contracts';
import { log, Problem } from '@sprayhunt/service-kit';
import { refusalOfThrown } from '../problems/refusal.js';
import type { Grant, GraphCaller, SubgraphClient } from '../subgraphs/subgraph-client.js';
import { GraphResult } from './graph-result.js';
import { readSupergraph, type PlannedOperation } from './planner.js';

/** Context of one execution; Apollo copies the outer object, not the inner one. */
interface Execution {
  held: { caller: GraphCaller; grant?: Grant };
}

/** Apollo's gateway on our connections to the services. */
export class Apollo {
  private readonly server: ApolloServer<Execution>;

  private constructor(private readonly subgraphs: SubgraphClient) {
    const supergraphSdl = readSupergraph();
    const logger = log.child({ part: 'apollo' });
    this.server = new ApolloServer<Execution>({
      gateway: new ApolloGateway({ supergraphSdl, logger, buildService: ({ name }) => this.dataSource(name) }),
      introspection: true,
      includeStacktraceInErrorResponses: false,
      stopOnTerminationSignals: false,
      cache: 'bounded',
      logger,
    });
  }

  static async start(subgraphs: SubgraphClient): Promise<Apollo> {
    process.env['APOLLO_TELEMETRY_DISABLED'] = '1';
    const apollo = new Apollo(subgraphs);
    await apollo.server.start();
    return apollo;
  }

  stop(): Promise<void> {
    return this.server.stop();
  }

  async run(
    { text, operationName }: PlannedOperation,
    variables: Record<string, unknown>,
    caller: GraphCaller,
  ): Promise<GraphResult> {
    const held: Execution['held'] = { caller };
    const { body } = await this.server.executeOperation(
      { query: text, operationName, variables },
      { contextValue: { held } },
    );
    if (body.kind !== 'single') throw new Error('The gateway responded in parts, which was not requested');
    const { data, errors } = body.singleResult;
    return GraphResult.ofResponse({ data, errors }, held.grant);
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
      const { bytes, grant } = await this.subgraphs.post(
        name,
        JSON.stringify({ query, operationName, variables }),
        held.caller,
        mayRepeat,
      );
      held.grant = grant ?? held.grant;
      return JSON.parse(bytes.toString('utf8')) as Awaited<ReturnType<GraphQLDataSource['process']>>;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const { code, detail, retryAfter } = refusalOfThrown(error);
      return { data: null, errors: [{ message: detail, extensions: { code, retryAfter } }] };
    }
  }
}
