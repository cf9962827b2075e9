import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { discoveryCreated, serviceNames, type CloudEvent } from '@sprayhunt/contracts';
import { uuidv7 } from '@sprayhunt/service-kit';
import type { Stack } from '@sprayhunt/local';
import pg from 'pg';
import { measureCpu, programsOf, totalOf, type CpuMicros, type Programs } from './cpu.js';
import { median, table, type Rounds } from './compare.js';

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
const FLOOD_BATCH = 500;
/** Players among whom the awards are spread; a batch meets most of them once. */
const PLAYERS = 5_000;
const CALM_RATE = 300;
const CALM_SECONDS = 5;
const CALMS = 5;
const WARM_UP = 5_000;

/** What was stated in which round. */
export const STATED = `CREATE SCHEMA IF NOT EXISTS bench; CREATE TABLE IF NOT EXISTS bench.stated (round text NOT NULL, discovery_id text NOT NULL)`;

/**
 * States discoveries in the outbox of discovery and waits until users has booked them, with every service
 * at work. Postgres itself takes the times of both commits. The medians of the rounds.
 */
export async function benchEvents(stack: Stack, say: (line: string) => void = console.log): Promise<EventFigures> {
  await timeCommits(stack);
  const client = new pg.Client({ connectionString: stack.adminUrl });
  await client.connect();
  try {
    await client.query(STATED);
    const players = Array.from({ length: PLAYERS }, () => uuidv7());
    const programs = programsOf(stack, serviceNames);
    await flood(client, programs, 'warm-up', WARM_UP, players);
    const floods: Rounds = { perSecond: [], micros: [] };
    for (let round = 1; round <= FLOODS; round++) {
      const micros = await flood(client, programs, `flood-${round}`, FLOOD, players);
      floods.perSecond.push((await read(client, `flood-${round}`)).perSecond);
      floods.micros.push(micros);
    }
    console.table(table(new Map([[`${FLOOD} events at once`, floods]])));
    const calms: { p50: number; p99: number }[] = [];
    for (let round = 1; round <= CALMS; round++) {
      await calmly(client, `calm-${round}`, players);
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
    await client.query('DROP SCHEMA IF EXISTS bench CASCADE').catch(() => undefined);
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

/** @returns what an event costs, from the commit of them all on */
export async function flood(client: pg.Client, programs: Programs, round: string, count: number, players: string[]): Promise<CpuMicros> {
  const before = await countBooked(client);
  // One commit for all: what it takes to make them up is not part of the way to the ledger.
  await client.query('BEGIN');
  for (let stated = 0; stated < count; stated += FLOOD_BATCH) await state(client, round, FLOOD_BATCH, players);
  const { micros } = await measureCpu(
    programs,
    async () => {
      await client.query('COMMIT');
      await untilBooked(client, before + count);
    },
    () => count,
  );
  return micros;
}

async function calmly(client: pg.Client, round: string, players: string[]): Promise<void> {
  const count = CALM_RATE * CALM_SECONDS;
  const before = await countBooked(client);
  const began = performance.now();
  for (let stated = 0; stated < count; stated += 1) {
    const due = began + (stated * 1_000) / CALM_RATE;
    if (performance.now() < due) await sleep(due - performance.now());
    await client.query('BEGIN');
    await state(client, round, 1, players);
    await client.query('COMMIT');
  }
  await untilBooked(client, before + count);
}

/** Does to the outbox what discovery's own transaction does, and wakes its relay as any other program must. */
async function state(client: pg.Client, round: string, count: number, players: string[]): Promise<void> {
  const events = Array.from({ length: count }, () => envelope(players[randomInt(players.length)]!));
  await client.query({
    name: 'bench-state',
    text: `INSERT INTO discovery.outbox (id, subject, event) SELECT (event ->> 'id')::uuid, $1, event FROM json_array_elements($2::json) AS event`,
    values: [discoveryCreated.subject, JSON.stringify(events)],
  });
  // This row is never touched again, so its transaction's commit time stays readable.
  await client.query({ name: 'bench-stated', text: `INSERT INTO bench.stated SELECT $1, unnest($2::text[])`, values: [round, events.map(({ subject }) => subject)] });
  await client.query(`SELECT pg_notify('discovery_events', '')`);
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

function envelope(playerId: string): CloudEvent<unknown> {
  const discoveryId = uuidv7();
  const data = discoveryCreated.data.parse({
    discoveryId,
    playerId,
    role: 'photographer',
    pinType: 'location',
    isFreshArt: false,
    tokens: 50,
    xp: 15,
    latitude: 45.5,
    longitude: -73.6,
    title: randomBytes(8).toString('hex'),
    pictureId: null,
    hasDescription: false,
    createdAt: new Date().toISOString(),
  });
  return {
    specversion: '1.0',
    id: uuidv7(),
    source: '/services/discovery',
    type: discoveryCreated.type,
    time: new Date().toISOString(),
    subject: discoveryId,
    datacontenttype: 'application/json',
    data,
  };
}
