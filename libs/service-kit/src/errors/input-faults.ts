import { AsyncLocalStorage } from 'node:async_hooks';
import type { FieldFault } from './problem.js';

interface PendingInput {
  faults: readonly FieldFault[];
  isParsed: boolean;
}

const pending = new AsyncLocalStorage<PendingInput>();

/**
 * Runs an operation whose input has these faults already, so that `parseInput` names them together with its own. The
 * operation must parse its input before it changes anything.
 * @throws Error if it ends without
 */
export async function withInputFaults<T>(
  name: string,
  faults: readonly FieldFault[],
  run: () => T,
): Promise<Awaited<T>> {
  const input: PendingInput = { faults, isParsed: false };
  const result = await pending.run(input, run);
  if (!input.isParsed) throw new Error(`${name} does not check its input with parseInput`);
  return result;
}

/** The faults of the running operation's input that were found before it is parsed. */
export function knownInputFaults(): readonly FieldFault[] {
  const input = pending.getStore();
  if (!input) return [];
  input.isParsed = true;
  return input.faults;
}
