/**
 * Repeats a statement that changes at most `size` rows until it finds fewer.
 * @param step returns how many rows it changed
 * @param signal ends the work between two batches
 */
export async function inBatches(size: number, step: () => Promise<number>, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await step()) >= size);
}
