import { setTimeout as sleep } from 'node:timers/promises';
import { serviceNames } from '@sprayhunt/contracts';
import { uuidv7 } from '@sprayhunt/service-kit';
import type { Stack } from '@sprayhunt/local';
import pg from 'pg';
import { measureCpu, programsOf, totalOf, type CpuMicros, type Programs } from './cpu.js';
import { cpuRatio, median, medianRatio, rateRatio, table, type Rounds } from './compare.js';
import { BareEvents } from './bare-events.js';
import { DiscoveryPublisher, type EventPipeline } from './publishing.js';

export interface EventFigures {
  /** Throughput of events from the commit that publishes them to the commit that books them. */
  eventsCommitToBookedPerSecond: number;
  /** Milliseconds from commit to commit, at `STEADY_RATE` events a second. */
  eventsCommitToBookedP50Ms: number;
  eventsCommitToBookedP99Ms: number;
  /** Microseconds of CPU time by event of a burst, of all programs, until what follows from it is sent as well. */
  eventCpuMicros: number;
  /**
   * The same in relation to the least that takes events from commit to commit (`bare-events.ts`), which the machine's
   * clock does not move.
   */
  eventsRatioToBare: number;
  eventCpuRatioToBare: number;
  eventsP50RatioToBare: number;
  eventsP99RatioToBare: number;
}

export const BURST = 15_000;
const BURSTS = 7;
/** Number of players who share the awards; a batch contains most of them once. */
const PLAYERS = 5_000;
const STEADY_RATE = 300;
const STEADY_SECONDS = 5;
const STEADY_ROUNDS = 5;
const WARM_UP = 5_000;
/** Code for single events needs more warm-up than code for batches. */
const STEADY_WARM_UPS = 2;

interface Measured {
  name: string;
  way: EventPipeline;
  programs: Programs;
  bursts: Rounds;
  /** With percentiles in milliseconds. */
  steady: Rounds & { p50: number[]; p99: number[] };
}

const measured = (name: string, way: EventPipeline, programs: Programs): Measured => ({
  name,
  way,
  programs,
  bursts: { perSecond: [], micros: [] },
  steady: { perSecond: [], micros: [], p50: [], p99: [] },
});

/**
 * Publishes discoveries to the outbox of discovery and waits until users has booked them, with every service
 * at work; beside it, the least that does so. Postgres itself takes the times of both commits. The medians of the
 * rounds.
 */
export async function benchEvents(stack: Stack, print: (line: string) => void = console.log): Promise<EventFigures> {
  await timeCommits(stack);
  const client = new pg.Client({ connectionString: stack.adminUrl });
  await client.connect();
  const players = Array.from({ length: PLAYERS }, () => uuidv7());
  const publisher = await DiscoveryPublisher.open(stack, players);
  const bareWay = await BareEvents.open(stack, players);
  const { postgres, nats } = programsOf(stack, []) as { postgres: () => number; nats: () => number };
  const ours = measured('whole way', publisher, programsOf(stack, serviceNames));
  const bare = measured('bare', bareWay, { bare: () => bareWay.pid(), postgres, nats });
  const both = [bare, ours];
  try {
    for (const { way, programs } of both) await burst(client, programs, way, 'warm-up', WARM_UP);
    for (let round = 1; round <= BURSTS; round++)
      for (const each of both) await measureBurst(client, each, `burst-${round}-${each.way.ledger}`);
    for (let round = 1; round <= STEADY_WARM_UPS; round++)
      for (const { way } of both) await publishAtSteadyRate(client, way, 'warm-up');
    for (let round = 1; round <= STEADY_ROUNDS; round++)
      for (const each of both) await measureSteady(client, each, `steady-${round}-${each.way.ledger}`);
    print(`  ${BURST} events at once, and ${STEADY_RATE} a second`);
    for (const kind of ['bursts', 'steady'] as const)
      console.table(table(new Map(both.map((each) => [each.name, each[kind]]))));
    for (const { name, steady } of both)
      print(
        `  ${name}, from commit to ` +
          `commit: ${steady.p50.map((p50, round) => `p50 ${p50} ms, p99 ${steady.p99[round]} ms`).join('; ')}`,
      );
    return {
      eventsCommitToBookedPerSecond: Math.round(median(ours.bursts.perSecond)),
      eventsCommitToBookedP50Ms: median(ours.steady.p50),
      eventsCommitToBookedP99Ms: median(ours.steady.p99),
      eventCpuMicros: Math.round(median(ours.bursts.micros.map(totalOf))),
      eventsRatioToBare: rateRatio(ours.bursts, bare.bursts),
      eventCpuRatioToBare: cpuRatio(ours.bursts, bare.bursts),
      eventsP50RatioToBare: medianRatio(ours.steady.p50, bare.steady.p50),
      eventsP99RatioToBare: medianRatio(ours.steady.p99, bare.steady.p99),
    };
  } finally {
    await bareWay.close();
    await publisher.close();
    await client.end();
  }
}

async function measureBurst(client: pg.Client, { way, programs, bursts }: Measured, round: string): Promise<void> {
  bursts.micros.push(await burst(client, programs, way, round, BURST));
  bursts.perSecond.push((await read(client, way, round)).perSecond);
}

async function measureSteady(client: pg.Client, { way, programs, steady }: Measured, round: string): Promise<void> {
  const { micros } = await measureCpu(
    programs,
    () => publishAtSteadyRate(client, way, round),
    () => STEADY_RATE * STEADY_SECONDS,
  );
  const { perSecond, p50, p99 } = await read(client, way, round);
  steady.micros.push(micros);
  steady.perSecond.push(perSecond);
  steady.p50.push(p50);
  steady.p99.push(p99);
}

/** Has the server keep the time of every commit, which only a restart turns on. */
export async function timeCommits(stack: Stack): Promise<void> {
  const client = new pg.Client({ connectionString: stack.adminUrl });
  await client.connect();
  const { rows } = await client.query<{ track_commit_timestamp: string }>('SHOW track_commit_timestamp');
  if (rows[0]!.track_commit_timestamp !== 'on') await client.query('ALTER SYSTEM SET track_commit_timestamp = on');
  await client.end();
  if (rows[0]!.track_commit_timestamp === 'on') return;
  await stack.restartPostgres('fast');
  for (const name of ['discovery', 'users'] as const) {
    while (
      !(await fetch(`${stack.service(name).url}/readyz`).then(
        (response) => response.ok,
        () => false,
      ))
    )
      await sleep(100);
  }
}

/** @returns what an event costs, from the commit of them all on; the bench itself, which sends them, is "publishing" */
export async function burst(
  client: pg.Client,
  programs: Programs,
  way: EventPipeline,
  round: string,
  count: number,
): Promise<CpuMicros> {
  const before = await countBooked(client, way);
  const commit = await way.prepareMany(round, count);
  const began = process.cpuUsage();
  const { micros } = await measureCpu(
    programs,
    async () => {
      await commit();
      await waitUntilBooked(client, way, before + count);
    },
    () => count,
  );
  const { user, system } = process.cpuUsage(began);
  return { ...micros, publishing: (user + system) / count };
}

async function publishAtSteadyRate(client: pg.Client, way: EventPipeline, round: string): Promise<void> {
  const count = STEADY_RATE * STEADY_SECONDS;
  const before = await countBooked(client, way);
  const began = performance.now();
  for (let published = 0; published < count; published += 1) {
    const due = began + (published * 1_000) / STEADY_RATE;
    if (performance.now() < due) await sleep(due - performance.now());
    await way.publishOne(round);
  }
  await waitUntilBooked(client, way, before + count);
}

async function countBooked(client: pg.Client, { ledger }: EventPipeline): Promise<number> {
  const { rows } = await client.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${ledger}.transfers`);
  return rows[0]!.n;
}

/** Until all is booked, and what follows from it is sent. */
async function waitUntilBooked(client: pg.Client, way: EventPipeline, expected: number): Promise<void> {
  for (let seen = -1, stalled = 0; ;) {
    const booked = await countBooked(client, way);
    const { rows } = await client.query<{ isSent: boolean }>(
      `SELECT NOT EXISTS (SELECT FROM ${way.ledger}.outbox) AS "isSent"`,
    );
    if (booked === expected && rows[0]!.isSent) return;
    stalled = booked === seen ? stalled + 1 : 0;
    if (stalled > 150) throw new Error(`Only ${booked} of ${expected} transfers were booked`);
    seen = booked;
    await sleep(200);
  }
}

export async function read(
  client: pg.Client,
  { ledger }: EventPipeline,
  round: string,
): Promise<{ perSecond: number; p50: number; p99: number }> {
  const { rows } = await client.query<{ per_second: number; p50: number; p99: number }>(
    `WITH lag AS (
       SELECT pg_xact_commit_timestamp(published.xmin) AS published_at, pg_xact_commit_timestamp(transfers.xmin) AS
         booked_at
         FROM bench.published JOIN ${ledger}.transfers ON source_id = discovery_id AND reason = 'discovery'
           WHERE round = $1
     ), ms AS (SELECT *, extract(epoch FROM booked_at - published_at) * 1000 AS ms FROM lag)
     SELECT (count(*) / extract(epoch FROM max(booked_at) - min(published_at)))::float AS per_second,
            round(percentile_cont(0.5) WITHIN GROUP (ORDER BY ms)::numeric, 2)::float AS p50,
            round(percentile_cont(0.99) WITHIN GROUP (ORDER BY ms)::numeric, 2)::float AS p99 FROM ms`,
    [round],
  );
  const { per_second: perSecond, p50, p99 } = rows[0]!;
  return { perSecond, p50, p99 };
}
