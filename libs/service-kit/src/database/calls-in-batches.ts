import { setImmediate as endOfTurn } from 'node:timers/promises';
import DataLoader from 'dataloader';

/**
 * Runs calls in batches, one batch after the other: calls that arrive while a batch runs form the next one. No call
 * waits for a batch to fill. After a batch has failed, each of its calls runs alone.
 * @param run returns the results in the order of the items; a promise among them does not delay the next batch
 */
export function callsInBatches<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly (Result | Promise<Result>)[]>,
  maxBatchSize: number,
): (item: Item) => Promise<Result> {
  let running: Promise<unknown> = Promise.resolve();
  let last: Promise<unknown> = Promise.resolve();
  const runAlone = async (item: Item) => (await run([item]))[0]!;
  const runBatch = (items: readonly Item[]) => {
    const results = run(items).catch((error: unknown) => {
      if (items.length === 1) throw error;
      return items.map(runAlone);
    });
    running = results.catch(() => undefined);
    // A promise among the results settles its call when it settles.
    return results as Promise<Result[]>;
  };
  const loader = new DataLoader<Item, Result>(runBatch, {
    cache: false,
    maxBatchSize,
    batchScheduleFn: (dispatch) => {
      last = last.then(() => endOfTurn()).then(() => (dispatch(), running));
    },
  });
  return (item) => loader.load(item);
}
