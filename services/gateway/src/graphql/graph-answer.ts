import type { GraphError } from '../problems/refusal.js';
import type { Grant } from '../subgraphs/subgraph-client.js';

export interface GraphResponse {
  data?: Record<string, unknown> | null;
  errors?: readonly GraphError[];
}

/** An operation's answer: the bytes that the one asked service wrote, or what the full gateway put together. */
export class GraphAnswer {
  private constructor(
    /** Undefined where the full gateway answered. */
    readonly bytes: Buffer | undefined,
    private response: GraphResponse | undefined,
    readonly grant: Grant | undefined,
  ) {}

  static ofBytes = (bytes: Buffer, grant?: Grant) => new GraphAnswer(bytes, undefined, grant);
  static ofResponse = (response: GraphResponse, grant?: Grant) => new GraphAnswer(undefined, response, grant);

  parsed(): GraphResponse {
    this.response ??= JSON.parse(this.bytes!.toString('utf8')) as GraphResponse;
    return this.response;
  }

  /** False only where the bytes surely hold no `errors`: quotes inside of JSON strings are escaped. */
  mayHaveErrors(): boolean {
    return this.bytes ? this.bytes.includes('"errors":') : Boolean(this.response?.errors?.length);
  }
}
