import { setTimeout as sleep } from 'node:timers/promises';
import type { Kind } from './mix.js';
import { costOf, usedBetween, type Probe, type Usage } from './probes.js';
import { run, type Run, type RunFigures } from './run.js';

/**
 * Actions a second of one kind alone, in the order in which they are measured: what two shared cores carry with ease,
 * and in the warm-up enough for the code to be compiled. Writes come last, as work follows from them.
 */
const RATES: Record<Kind, number> = { upload: 0.8, move: 25, nearby: 100, read: 100, like: 50, create: 50 };
const ORDER = Object.keys(RATES) as Kind[];
const WARM_UP_SECONDS = 30;
const IDLE_SECONDS = 20;
/** Only CPU time is measured here, so a busy machine may delay all actions. */
const RELAXED_LIMITS = { inFlight: 3_000, timeoutMs: 20_000 };
/** Until what followed from earlier actions is done. */
const SETTLE_PAUSE_MS = 8_000;

export interface Costs {
  /** Of a second without any action. */
  idle: Usage;
  /** Of one action. */
  each: Record<Kind, Usage>;
  runs: Record<Kind, RunFigures>;
}

/** Runs each kind alone, and measures the cost of one action for each program, without the cost of an idle product. */
export async function measureEach(
  load: Omit<Run, 'rate' | 'mix' | 'live' | 'inFlight' | 'patience'>,
  probe: Probe,
  print: (line: string) => void,
): Promise<Costs> {
  const runAlone = (kind: Kind, seconds: number) =>
    run({ ...load, ...RELAXED_LIMITS, seconds, probe, rate: RATES[kind], mix: { [kind]: 1 }, live: 0 });
  for (const kind of ORDER) await runAlone(kind, WARM_UP_SECONDS);
  await sleep(SETTLE_PAUSE_MS);
  const before = await probe();
  await sleep(IDLE_SECONDS * 1_000);
  const idle = usedBetween(before, await probe(), IDLE_SECONDS);
  const runs = {} as Record<Kind, RunFigures>;
  const each = {} as Record<Kind, Usage>;
  for (const kind of ORDER) {
    await sleep(SETTLE_PAUSE_MS);
    print(`Measuring ${kind} alone, ${RATES[kind]} a second`);
    runs[kind] = await runAlone(kind, load.seconds);
    if (runs[kind].overloaded) throw new Error(`${kind}: ${runs[kind].overloaded}`);
    each[kind] = costOf(runs[kind].used!, idle, runs[kind].kinds[kind]!.done);
  }
  return { idle, each, runs };
}
