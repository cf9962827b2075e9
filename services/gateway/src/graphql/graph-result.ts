import type { GraphError } from '../problems/refusal.js';
import type { Grant } from '../subgraphs/subgraph-client.js';

export interface GraphResponse {
  data?: Record<string, unknown> | null;
  errors?: readonly GraphError[];
}

/** An operation's response: the bytes of a single service, or the full gateway's result. */
export class GraphResult {
  private constructor(
    /** Undefined for a response of the full gateway. */
    readonly bytes: Buffer | undefined,
    private response: GraphResponse | undefined,
    readonly grant: Grant | undefined,
  ) {}

  static ofBytes = (bytes: Buffer, grant?: Grant) => new GraphResult(bytes, undefined, grant);
  static ofResponse = (response: GraphResponse, grant?: Grant) => new GraphResult(undefined, response, grant);

  parsed(): GraphResponse {
    this.response ??= JSON.parse(this.bytes!.toString('utf8')) as GraphResponse;
    return this.response;
  }

  /** False only if the bytes certainly contain no `errors`: quotes in JSON strings are escaped. */
  mayHaveErrors(): boolean {
    return this.bytes ? this.bytes.includes('"errors":') : Boolean(this.response?.errors?.length);
  }
}
