import { setTimeout as sleep } from 'node:timers/promises';

interface Patience {
  /** How long to keep trying, in milliseconds. An attempt under way at the end of it is not waited for. */
  timeout?: number;
  /** Pause between two tries, in milliseconds. */
  interval?: number;
}

/**
 * Tries until `attempt` no longer throws and returns what it returned; when the time is up, fails with its
 * last error. For a condition that becomes true a little later: `await eventually(async () => expect(await
 * balance()).toBe(50))`.
 */
export async function eventually<T>(
  attempt: () => T | Promise<T>,
  { timeout = 10_000, interval = 25 }: Patience = {},
): Promise<T> {
  const limit = Date.now() + timeout;
  let lastError: unknown = new Error(`The first attempt did not return in time: ${timeout} ms`);
  const retry = async (): Promise<T> => {
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        lastError = error;
        if (Date.now() + interval >= limit) throw error;
      }
      await sleep(interval);
    }
  };
  const end = new AbortController();
  const timeoutReached = sleep(timeout, undefined, { signal: end.signal }).then(() =>
    Promise.reject(lastError as Error),
  );
  // The race handles the rejection of the one that loses.
  return Promise.race([retry(), timeoutReached]).finally(() => end.abort());
}
