import { setTimeout as sleep } from 'node:timers/promises';
import { arrivals } from './arrivals.js';
import { actionsOf } from './actions.js';
import { LiveListeners, type LiveFigures } from './live-listeners.js';
import { Measurements, type Figures } from './measurements.js';
import type { Kind, Mix } from './mix.js';
import { openLoop, Overloaded } from './open-loop.js';
import { usedBetween, type Probe, type Usage } from './probes.js';
import { connections, type Target } from './target.js';

export interface Run {
  target: Target;
  photo: Buffer;
  rate: number;
  seconds: number;
  mix: Mix;
  /** Live connections. */
  live: number;
  inFlight: number;
  /** Milliseconds by which the generator may be late. */
  timeoutMs: number;
  probe?: Probe;
  /** Bytes of memory of the gateway. */
  gatewayMemory?: () => number;
}

export interface RunFigures {
  kinds: Partial<Record<Kind, Figures>>;
  live?: LiveFigures;
  /** Bytes of memory of the gateway for a live connection. */
  connectionBytes?: number;
  /** By second, while the schedule lasted. */
  used?: Usage;
  /** Why the rate was not kept. */
  overloaded?: string;
}

/** Wait for events that are on their way, and until Postgres has added up its counters. */
const SETTLE_PAUSE_MS = 3_000;

/** One load on the product. */
export async function run({
  target,
  photo,
  rate,
  seconds,
  mix,
  live,
  inFlight,
  timeoutMs,
  probe,
  gatewayMemory,
}: Run): Promise<RunFigures> {
  const agent = connections(inFlight);
  const listeners = new LiveListeners(target, live);
  const measurements = new Measurements();
  let overloaded: string | undefined;
  try {
    const memory = gatewayMemory?.() ?? 0;
    await listeners.open();
    const connectionBytes = live > 0 && gatewayMemory ? Math.round((gatewayMemory() - memory) / live) : undefined;
    const actions = actionsOf({ target, agent, photo, live: live > 0 ? listeners : undefined });
    const before = await probe?.();
    const began = performance.now();
    await openLoop({
      arrivals: arrivals(rate, seconds, mix),
      send: (kind) => actions[kind](),
      ended: (kind, micros, outcome) => measurements.ended(kind, micros, outcome),
      maxInFlight: inFlight,
      timeoutMs,
    }).catch((error: unknown) => {
      if (!(error instanceof Overloaded)) throw error;
      overloaded = error.message;
    });
    const lasted = (performance.now() - began) / 1_000;
    await sleep(SETTLE_PAUSE_MS);
    const after = await probe?.();
    return {
      kinds: measurements.figures(overloaded ? lasted : seconds),
      ...(live > 0 && { live: listeners.figures(), connectionBytes }),
      ...(before && after && { used: usedBetween(before, after, overloaded ? lasted : seconds) }),
      ...(overloaded && { overloaded }),
    };
  } finally {
    listeners.close();
    await agent.destroy();
  }
}
