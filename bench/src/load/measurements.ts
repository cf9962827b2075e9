import { build, type Histogram } from 'hdr-histogram-js';
import type { Kind } from './mix.js';
import type { Outcome } from './open-loop.js';

export interface Latencies {
  /** Milliseconds. */
  p50: number;
  p90: number;
  p99: number;
  'p99.9': number;
  max: number;
}

export interface Figures extends Latencies {
  /** Actions a second that were to begin, and those that succeeded. */
  asked: number;
  done: number;
  /** Numbers of failures by code. */
  errors: Record<string, number>;
}

/** An hour in microseconds, to three digits. */
const histogram = (): Histogram => build({ highestTrackableValue: 3_600_000_000, numberOfSignificantValueDigits: 3 });

/** Percentiles of times. */
export class Times {
  private readonly all = histogram();

  /** @param micros at least one */
  add(micros: number): void {
    this.all.recordValue(Math.max(1, Math.round(micros)));
  }

  get count(): number {
    return this.all.totalCount;
  }

  latencies(): Latencies {
    const at = (percentile: number) => Math.round(this.all.getValueAtPercentile(percentile) / 10) / 100;
    return { p50: at(50), p90: at(90), p99: at(99), 'p99.9': at(99.9), max: Math.round(this.all.maxValue / 10) / 100 };
  }
}

/**
 * What happened to the actions, by kind. Failures have their time in the percentiles, too: an action that was given up
 * after ten seconds has lasted at least so long.
 */
export class Measurements {
  private readonly byKind = new Map<Kind, { times: Times; done: number; errors: Record<string, number> }>();

  ended(kind: Kind, micros: number, outcome: Outcome): void {
    const of = this.byKind.get(kind) ?? { times: new Times(), done: 0, errors: {} };
    this.byKind.set(kind, of);
    of.times.add(micros);
    if (outcome === null) of.done += 1;
    else of.errors[outcome] = (of.errors[outcome] ?? 0) + 1;
  }

  /** @param seconds that the schedule lasted */
  figures(seconds: number): Partial<Record<Kind, Figures>> {
    const rate = (count: number) => Math.round((count / seconds) * 100) / 100;
    return Object.fromEntries(
      [...this.byKind].map(([kind, { times, done, errors }]) => [
        kind,
        { asked: rate(times.count), done: rate(done), errors, ...times.latencies() },
      ]),
    );
  }

  done(): number {
    return [...this.byKind.values()].reduce((sum, { done }) => sum + done, 0);
  }
}
