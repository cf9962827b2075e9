import { setTimeout as sleep } from 'node:timers/promises';
import type { Arrival } from './arrivals.js';
import type { Kind } from './mix.js';

/** How an action ended: `null` for success, or the code of its failure, such as `503` or `TIMEOUT`. */
export type Outcome = string | null;

export interface OpenLoop {
  arrivals: Iterable<Arrival>;
  send(kind: Kind): Promise<Outcome>;
  /** @param micros from the moment at which the action was to begin, not from when it did */
  ended(kind: Kind, micros: number, outcome: Outcome): void;
  /** Actions that may run at a time. */
  maxInFlight: number;
  /** Milliseconds by which the generator may be behind its schedule. */
  timeoutMs: number;
}

/** The requested rate was not kept, so the figures are not those of that rate. */
export class Overloaded extends Error {}

/**
 * Starts each action at its time, whether or not earlier ones have ended, and returns when all have ended.
 * @throws Overloaded when too many actions run, or the generator itself is late, after the running actions have ended
 */
export async function openLoop({ arrivals, send, ended, maxInFlight: most, timeoutMs }: OpenLoop): Promise<void> {
  const running = new Set<Promise<void>>();
  const began = performance.now();
  const begin = ({ at, kind }: Arrival): void => {
    const action = send(kind)
      .then((outcome) => ended(kind, (performance.now() - began - at) * 1_000, outcome))
      .finally(() => running.delete(action));
    running.add(action);
  };
  try {
    for (const arrival of arrivals) {
      const early = arrival.at - (performance.now() - began);
      if (early > 0) await sleep(early);
      const late = performance.now() - began - arrival.at;
      if (late > timeoutMs)
        throw new Overloaded(
          `After ${seconds(arrival.at)} s the generator is ${Math.round(late)} ms behind its schedule: its own ` +
            `processor is busy. Use a lower rate, or run it on another machine.`,
        );
      if (running.size >= most)
        throw new Overloaded(
          `After ${seconds(arrival.at)} s ${most} actions are running: the product is slower than the rate. ` +
            `More may run at a time with --in-flight.`,
        );
      begin(arrival);
    }
  } finally {
    await Promise.all(running);
  }
}

const seconds = (milliseconds: number): string => (milliseconds / 1_000).toFixed(1);
