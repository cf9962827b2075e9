import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { InjectConfig } from '@sprayhunt/service-kit';
import type { GatewayConfig } from '../config.js';
import type { Apollo } from './apollo.js';
import { GraphResult } from './graph-result.js';
import { Planner, type DirectFetch, type PlannedOperation } from './planner.js';
import { SubgraphClient, type GraphCaller } from '../subgraphs/subgraph-client.js';

/**
 * Runs operations: those whose plan is a single fetch go straight to their service and the
 * response is passed on unchanged; all others run in Apollo's gateway.
 */
@Injectable()
export class GraphExecutor implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly planner = new Planner();
  private apollo?: Promise<Apollo>;

  constructor(
    private readonly subgraphs: SubgraphClient,
    @InjectConfig() private readonly config: GatewayConfig,
  ) {}

  /**
   * In production the planner and Apollo's gateway are loaded before the port opens: each blocks the event loop for up
   * to half a second, and players would wait when a partner's first document arrives. On a laptop that document loads
   * them, to save memory.
   */
  async onApplicationBootstrap(): Promise<void> {
    if (this.config.MODE === 'production') await Promise.all([this.planner.any(), this.fullGateway()]);
  }

  async onApplicationShutdown(): Promise<void> {
    await (await this.apollo)?.stop();
  }

  async run(
    operation: PlannedOperation,
    variables: Record<string, unknown>,
    caller: GraphCaller,
  ): Promise<GraphResult> {
    return operation.direct
      ? this.runDirect(operation.direct, variables, caller)
      : this.runFull(operation, variables, caller);
  }

  private async runDirect(
    direct: DirectFetch,
    variables: Record<string, unknown>,
    caller: GraphCaller,
  ): Promise<GraphResult> {
    const used: Record<string, unknown> = {};
    for (const name of direct.variables) used[name] = variables[name];
    const { bytes, grant } = await this.subgraphs.post(
      direct.subgraph,
      `${direct.bodyHead}${JSON.stringify(used)}}`,
      caller,
      direct.repeatable,
    );
    return GraphResult.ofBytes(bytes, grant);
  }

  /** Runs an operation in Apollo's gateway; public so that a test can compare it with the direct path. */
  async runFull(
    operation: PlannedOperation,
    variables: Record<string, unknown>,
    caller: GraphCaller,
  ): Promise<GraphResult> {
    return (await this.fullGateway()).run(operation, variables, caller);
  }

  private fullGateway(): Promise<Apollo> {
    return (this.apollo ??= this.startApollo());
  }

  private async startApollo(): Promise<Apollo> {
    try {
      const { Apollo } = await import('./apollo.js');
      return await Apollo.start(this.subgraphs);
    } catch (error) {
      // The next operation tries again.
      this.apollo = undefined;
      throw error;
    }
  }
}
