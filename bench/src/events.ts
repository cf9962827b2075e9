import { setTimeout as sleep } from 'node:timers/promises';
import { serviceNames } from '@sprayhunt/contracts';
import { uuidv7 } from '@sprayhunt/service-kit';
import type { Stack } from '@sprayhunt/local';
import pg from 'pg';
import { measureCpu, programsOf, totalOf, type CpuMicros, type Programs } from './cpu.js';
import { median, table, type Rounds } from './compare.js';
import { Stating } from './stating.js';

export interface EventFigures {
  /** Events from the commit that states them to the commit that books them, as many as go. */
  eventsCommitToBookedPerSecond: number;
  /** Milliseconds from commit to commit, at `CALM_RATE` events a second. */
  eventsCommitToBookedP50Ms: number;
  eventsCommitToBookedP99Ms: number;
  /** Microseconds of CPU time by event of a flood, of all programs, until what follows from it is sent as well. */
  eventCpuMicros: number;
}

export const FLOOD = 15_000;
const FLOODS = 7;
/** Players among whom the awards are spread; a batch meets most of them once. */
const PLAYERS = 5_000;
const CALM_RATE = 300;
const CALM_SECONDS = 5;
const CALMS = 5;
const WARM_UP = 5_000;

/**
 * States discoveries in the outbox of discovery and waits until users has booked them, with every service
 * at work. Postgres itself takes the times of both commits. The medians of the rounds.
 */
export async function benchEvents(stack: Stack, say: (line: string) => void = console.log): Promise<EventFigures> {
  await timeCommits(stack);
  const client = new pg.Client({ connectionString: stack.adminUrl });
  await client.connect();
  const stating = await Stating.open(stack, Array.from({ length: PLAYERS }, () => uuidv7()));
  try {
    const programs = programsOf(stack, serviceNames);
    await flood(client, programs, stating, 'warm-up', WARM_UP);
    const floods: Rounds = { perSecond: [], micros: [] };
    for (let round = 1; round <= FLOODS; round++) {
      const micros = await flood(client, programs, stating, `flood-${round}`, FLOOD);
      floods.perSecond.push((await read(client, `flood-${round}`)).perSecond);
      floods.micros.push(micros);
    }
    console.table(table(new Map([[`${FLOOD} events at once`, floods]])));
    const calms: { p50: number; p99: number }[] = [];
    for (let round = 1; round <= CALMS; round++) {
      await calmly(client, stating, `calm-${round}`);
      calms.push(await read(client, `calm-${round}`));
    }
    say(`  ${CALM_RATE} events a second: ${calms.map(({ p50, p99 }) => `p50 ${p50} ms, p99 ${p99} ms`).join('; ')}`);
    return {
      eventsCommitToBookedPerSecond: Math.round(median(floods.perSecond)),
      eventsCommitToBookedP50Ms: median(calms.map(({ p50 }) => p50)),
      eventsCommitToBookedP99Ms: median(calms.map(({ p99 }) => p99)),
      eventCpuMicros: Math.round(median(floods.micros.map(totalOf))),
    };
  } finally {
    await stating.close();
    await client.end();
  }
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
    while (!(await fetch(`${stack.service(name).url}/readyz`).then((response) => response.ok, () => false))) await sleep(100);
  }
}

/** @returns what an event costs, from the commit of them all on; the bench itself, which sends them, is "stating" */
export async function flood(client: pg.Client, programs: Programs, stating: Stating, round: string, count: number): Promise<CpuMicros> {
  const before = await countBooked(client);
  const commit = await stating.many(round, count);
  const began = process.cpuUsage();
  const { micros } = await measureCpu(
    programs,
    async () => {
      await commit();
      await untilBooked(client, before + count);
    },
    () => count,
  );
  const { user, system } = process.cpuUsage(began);
  return { ...micros, stating: (user + system) / count };
}

async function calmly(client: pg.Client, stating: Stating, round: string): Promise<void> {
  const count = CALM_RATE * CALM_SECONDS;
  const before = await countBooked(client);
  const began = performance.now();
  for (let stated = 0; stated < count; stated += 1) {
    const due = began + (stated * 1_000) / CALM_RATE;
    if (performance.now() < due) await sleep(due - performance.now());
    await stating.one(round);
  }
  await untilBooked(client, before + count);
}

async function countBooked(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>(`SELECT count(*)::int AS n FROM users.transfers`);
  return rows[0]!.n;
}

/** Until all is booked, and what users states of it is sent. */
async function untilBooked(client: pg.Client, expected: number): Promise<void> {
  for (let seen = -1, stalled = 0; ; ) {
    const booked = await countBooked(client);
    const { rows } = await client.query<{ isSent: boolean }>(`SELECT NOT EXISTS (SELECT FROM users.outbox) AS "isSent"`);
    if (booked === expected && rows[0]!.isSent) return;
    stalled = booked === seen ? stalled + 1 : 0;
    if (stalled > 150) throw new Error(`Only ${booked} of ${expected} transfers were booked`);
    seen = booked;
    await sleep(200);
  }
}

export async function read(client: pg.Client, round: string): Promise<{ perSecond: number; p50: number; p99: number }> {
  const { rows } = await client.query<{ per_second: number; p50: number; p99: number }>(
    `WITH lag AS (
       SELECT pg_xact_commit_timestamp(stated.xmin) AS stated_at, pg_xact_commit_timestamp(transfers.xmin) AS booked_at
         FROM bench.stated JOIN users.transfers ON source_id = discovery_id AND reason = 'discovery' WHERE round = $1
     ), ms AS (SELECT *, extract(epoch FROM booked_at - stated_at) * 1000 AS ms FROM lag)
     SELECT (count(*) / extract(epoch FROM max(booked_at) - min(stated_at)))::float AS per_second,
            round(percentile_cont(0.5) WITHIN GROUP (ORDER BY ms)::numeric, 2)::float AS p50,
            round(percentile_cont(0.99) WITHIN GROUP (ORDER BY ms)::numeric, 2)::float AS p99 FROM ms`,
    [round],
  );
  const { per_second: perSecond, p50, p99 } = rows[0]!;
  return { perSecond, p50, p99 };
}
