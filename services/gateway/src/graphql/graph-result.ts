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

  /** Number of values in the response, counted as `ConnectionCost` estimates them. */
  values(): number {
    return Object.values(this.parsed().data ?? {}).reduce((sum: number, value) => sum + valuesIn(value), 0);
  }

  /**
   * False if there are no errors. Of bytes only the two ends are read, because a search would cost as much as the rest
   * of the direct path: a service writes `data` and, if there are any, `errors` behind it (`maskErrors` of the kit).
   */
  mayHaveErrors(): boolean {
    return this.bytes ? !isDataAlone(this.bytes) : Boolean(this.response?.errors?.length);
  }
}

/** A list counts its entries, one of plain values as one value. */
function valuesIn(value: unknown): number {
  if (value === null || typeof value !== 'object') return 1;
  if (Array.isArray(value))
    return typeof value[0] === 'object' ? value.reduce((sum: number, entry) => sum + valuesIn(entry), 0) : 1;
  return Object.values(value).reduce((sum: number, entry) => sum + valuesIn(entry), 1);
}

const HEAD = Buffer.from('{"data":{');
const TAIL = Buffer.from('}}');

const isDataAlone = (bytes: Buffer): boolean =>
  bytes.length >= HEAD.length + TAIL.length &&
  bytes.compare(HEAD, 0, HEAD.length, 0, HEAD.length) === 0 &&
  bytes.compare(TAIL, 0, TAIL.length, bytes.length - TAIL.length) === 0;
