import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Apollo } from './apollo.js';
import { GraphResult } from './graph-result.js';
import { Planner, type DirectFetch, type PlannedOperation } from './planner.js';
import { SubgraphClient, type GraphCaller } from '../subgraphs/subgraph-client.js';

/**
 * Runs operations: those whose plan is a single fetch go straight to their service and the
 * response is passed on unchanged; all others run in Apollo's gateway.
 */
@Injectable()
export class GraphExecutor implements OnApplicationShutdown {
  readonly planner = new Planner();
  /** Loaded and started by the first operation that needs it. */
  private apollo?: Promise<Apollo>;

  constructor(private readonly subgraphs: SubgraphClient) {}

  async onApplicationShutdown(): Promise<void> {
    await (await this.apollo)?.stop();
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
  async runFull(operation: PlannedOperation, variables: Record<string, unknown>, caller: GraphCaller): Promise<GraphResult> {
    this.apollo ??= this.startApollo();
    return (await this.apollo).run(operation, variables, caller);
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
