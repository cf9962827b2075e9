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

  /**
   * False if there are no errors. Of bytes only the two ends are read, because a search would cost as much as the rest
   * of the direct path: a service writes `data` and, if there are any, `errors` behind it (`maskErrors` of the kit).
   */
  mayHaveErrors(): boolean {
    return this.bytes ? !isDataAlone(this.bytes) : Boolean(this.response?.errors?.length);
  }
}

const HEAD = Buffer.from('{"data":{');
const TAIL = Buffer.from('}}');

const isDataAlone = (bytes: Buffer): boolean =>
  bytes.length >= HEAD.length + TAIL.length && bytes.compare(HEAD, 0, HEAD.length, 0, HEAD.length) === 0 && bytes.compare(TAIL, 0, TAIL.length, bytes.length - TAIL.length) === 0;
