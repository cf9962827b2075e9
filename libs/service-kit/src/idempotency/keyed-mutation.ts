import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import type { RequestContext } from '../graphql/request-context.js';

/** The header by which the gateway names the holder of the key, also for callers whose session was replaced. */
export const KEY_HOLDER_HEADER = 'idempotency-holder';

/** A mutation that runs under an `Idempotency-Key`. */
export interface KeyedMutation {
  /** An account, a guest's own id, a partner's client, or a hash of a request without a session. */
  holderId: string;
  key: string;
  /** The mutation's name: one key may be used once for each. */
  operation: string;
  /** SHA-256 of the arguments. */
  inputHash: Buffer;
  /** What the transaction returned, in this run or in an earlier one whose response was lost. */
  committed?: { value: unknown };
  /** Whether an earlier run has committed, so that this one must not open a session. */
  isRepeat: boolean;
}

const current = new AsyncLocalStorage<KeyedMutation>();

/** The mutation that runs now; undefined without an `Idempotency-Key`. */
export const keyedMutation = (): KeyedMutation | undefined => current.getStore();

export const runKeyed = <T>(mutation: KeyedMutation, run: () => Promise<T>): Promise<T> => current.run(mutation, run);

/** The mutation of a request that has a key and a holder; undefined for others, which run each time. */
export function keyedMutationOf(
  { request: { headers }, identity }: Pick<RequestContext, 'request' | 'identity'>,
  operation: string,
  args: unknown,
): KeyedMutation | undefined {
  const key = headers['idempotency-key'];
  // Gateways of the former release, which may still run beside this one, name no holder.
  const holderId = headers[KEY_HOLDER_HEADER] ?? identity.subject;
  if (typeof key !== 'string' || typeof holderId !== 'string') return undefined;
  return { holderId, key, operation, inputHash: hashOf(args), isRepeat: false };
}

/** Arguments in another order are the same input. */
const hashOf = (args: unknown): Buffer => createHash('sha256').update(JSON.stringify(args, inOrder)).digest();

const inOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
