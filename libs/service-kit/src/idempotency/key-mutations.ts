import { defaultFieldResolver, type GraphQLSchema } from 'graphql';
import { isFinal } from '../errors/problem-status.js';
import { Problem } from '../errors/problem.js';
import type { RequestContext } from '../graphql/request-context.js';
import { log } from '../logging/log.js';
import { type IdempotencyKeys, stillRunning } from './idempotency-keys.js';
import { type KeyedMutation, keyedMutationOf, runKeyed } from './keyed-mutation.js';
import type { Outcome } from './sealed-outcome.js';

/**
 * Makes every mutation of a schema idempotent under an `Idempotency-Key`: a repeated request gets the first one's
 * result, before its rights are checked, because the first one may have replaced the session.
 * @param batched mutations that store their keys themselves, with a batch of other requests
 */
export function keyMutations(
  schema: GraphQLSchema,
  keys: Pick<IdempotencyKeys, 'find' | 'keep'>,
  batched: readonly string[] = [],
): GraphQLSchema {
  const running = new Set<string>();
  for (const [name, field] of Object.entries(schema.getMutationType()?.getFields() ?? {})) {
    const { resolve = defaultFieldResolver } = field;
    const runOnce = batched.includes(name)
      ? runKeyed
      : onceAtATime(running, (mutation, run) => once(keys, mutation, run));
    field.resolve = (source, args: unknown, context, info) => {
      const run = async (): Promise<unknown> => resolve(source, args, context, info);
      const mutation = keyedMutationOf(context as RequestContext, name, args);
      return mutation ? runOnce(mutation, run) : run();
    };
  }
  return schema;
}

type Run = (mutation: KeyedMutation, run: () => Promise<unknown>) => Promise<unknown>;

/**
 * Rejects a repeated request while this process runs the first; of two processes, the transaction's lock rejects one.
 */
const onceAtATime =
  (running: Set<string>, runOnce: Run): Run =>
  async (mutation, run) => {
    const id = JSON.stringify([mutation.holderId, mutation.key, mutation.operation]);
    if (running.has(id)) throw stillRunning();
    running.add(id);
    try {
      return await runOnce(mutation, run);
    } finally {
      running.delete(id);
    }
  };

async function once(
  keys: Pick<IdempotencyKeys, 'find' | 'keep'>,
  mutation: KeyedMutation,
  run: () => Promise<unknown>,
): Promise<unknown> {
  const first = await keys.find(mutation);
  if (first?.kind === 'returned') return first.value;
  if (first?.kind === 'rejected') throw new Problem(first.code, first.detail, first.options);
  if (first) Object.assign(mutation, { committed: { value: first.value }, isRepeat: true });
  try {
    const value = await runKeyed(mutation, run);
    await keep(keys, mutation, { kind: 'returned', value });
    return value;
  } catch (error) {
    // A change that has committed is repeated from there.
    if (error instanceof Problem && isFinal(error.code) && !mutation.committed)
      await keep(keys, mutation, {
        kind: 'rejected',
        code: error.code,
        detail: error.message,
        options: error.extensions,
      });
    throw error;
  }
}

/** The mutation has ended: its response does not depend on whether the outcome can be stored. */
const keep = (keys: Pick<IdempotencyKeys, 'keep'>, mutation: KeyedMutation, outcome: Outcome): Promise<void> =>
  keys.keep(mutation, outcome).catch((error: unknown) => {
    log.error({ err: error, operation: mutation.operation }, 'The outcome of an Idempotency-Key could not be stored');
  });
