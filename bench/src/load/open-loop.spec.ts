import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { Measurements, Times } from './measurements.js';
import { openLoop, Overloaded, type Outcome } from './open-loop.js';
import type { Kind } from './mix.js';

const every = (milliseconds: number, count: number) =>
  Array.from({ length: count }, (_, i) => ({ at: i * milliseconds, kind: 'read' as const }));

async function run(send: (kind: Kind) => Promise<Outcome>, { count = 20, most = 100, timeoutMs = 1_000 } = {}) {
  const ended: { micros: number; outcome: Outcome }[] = [];
  const done = openLoop({
    arrivals: every(10, count),
    send,
    maxInFlight: most,
    timeoutMs,
    ended: (_, micros, outcome) => ended.push({ micros, outcome }),
  });
  return {
    ended,
    error: await done.then(
      () => undefined,
      (error: unknown) => error,
    ),
  };
}

describe('the open loop', () => {
  it('begins at its times, however long an action takes, and waits for all', async () => {
    let begun = 0;
    let end = (_: null) => {};
    const lastBegun = new Promise<null>((resolve) => (end = resolve));
    const before = performance.now();
    // Each ends once all have begun, which a loop that waited for one would never reach.
    const { ended, error } = await run(() => {
      if (++begun === 20) end(null);
      return lastBegun;
    });
    expect(error).toBeUndefined();
    expect(ended).toHaveLength(20);
    // 190 ms by the schedule; a timer may be a little early.
    expect(performance.now() - before).toBeGreaterThan(180);
  });

  it('counts from the moment at which an action was to begin: a pause of the generator makes all that was due late', async () => {
    let first = true;
    const { ended } = await run(async () => {
      if (first) {
        first = false;
        const until = performance.now() + 100;
        while (performance.now() < until);
      }
      return null;
    });
    // What was due after 10 ms began after 100 ms.
    expect(ended[1]!.micros).toBeGreaterThan(80_000);
    expect(ended.filter(({ micros }) => micros > 20_000).length).toBeGreaterThan(5);
  });

  it('fails when more would run than may, and still waits for those that do', async () => {
    const { ended, error } = await run(() => sleep(500, null), { most: 5 });
    expect(error).toBeInstanceOf(Overloaded);
    expect(String(error)).toContain('5 actions are running');
    expect(ended).toHaveLength(5);
  });

  it('fails when it comes too late itself', async () => {
    const { error } = await run(
      async () => {
        const until = performance.now() + 60;
        while (performance.now() < until);
        return null;
      },
      { timeoutMs: 40 },
    );
    expect(error).toBeInstanceOf(Overloaded);
    expect(String(error)).toContain('behind its schedule');
  });
});

describe('measurements', () => {
  it('have percentiles to three digits', () => {
    const times = new Times();
    for (let n = 1; n <= 10_000; n += 1) times.add(n * 10);
    const { p50, p90, p99, 'p99.9': p999, max } = times.latencies();
    for (const [found, expected] of [
      [p50, 50],
      [p90, 90],
      [p99, 99],
      [p999, 99.9],
      [max, 100],
    ] as const)
      expect(Math.abs(found / expected - 1)).toBeLessThan(0.002);
  });

  it('tell rates and failures by kind; a failure has its time', () => {
    const measurements = new Measurements();
    for (let n = 0; n < 98; n += 1) measurements.ended('read', 1_000, null);
    measurements.ended('read', 10_000_000, 'UND_ERR_HEADERS_TIMEOUT');
    measurements.ended('read', 1_000, '503');
    measurements.ended('create', 2_000, null);
    const { read, create } = measurements.figures(10);
    expect(read).toMatchObject({ asked: 10, done: 9.8, errors: { UND_ERR_HEADERS_TIMEOUT: 1, 503: 1 }, p50: 1 });
    expect(read!.max).toBeGreaterThan(9_990);
    expect(create).toMatchObject({ asked: 0.1, done: 0.1, errors: {} });
  });
});
