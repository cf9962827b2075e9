// The product through PgBouncer in transaction mode, as Debian ships it: without support of named statements.
import { randomUUID } from 'node:crypto';
import { serviceNames } from '@sprayhunt/contracts';
import { startStack, type Stack } from '@sprayhunt/local';
import { eventually } from '@sprayhunt/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inDatabase } from './invariants.js';
import { mainJob } from './main-job.js';
import { Player } from './player.js';
import { hasPgBouncer, type Pooler, startPooler } from './pooler.js';

const START_WITHIN = 180_000;
/** Connections to the server for each role; a process has twice as many to the pooler (DATABASE_POOL). */
const POOL_SIZE = 5;
const READERS = 40;
const READS = 500;
/** Of each process: one that listens, and two of its worker of jobs. */
const PAST = (service: string) => ['events-listen', `sprayhunt-${service}-jobs`];

let pooler: Pooler;
let stack: Stack;
let player: Player;

const rows = async <Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> =>
  (await inDatabase(stack, (client) => client.query<Row>(sql, values))).rows;

// .ci/run installs the program.
const ifThere = hasPgBouncer ? describe : describe.skip;

ifThere('through PgBouncer in transaction mode (needs pgbouncer)', () => {
  beforeAll(async () => {
    stack = await startStack({
      catalogues: false,
      pooler: async (adminUrl) => {
        pooler = await startPooler(adminUrl, POOL_SIZE);
        return pooler.address;
      },
    });
  }, START_WITHIN);
  afterAll(async () => {
    await stack?.stop();
    await pooler?.stop();
  });

  it('a player signs up, documents a work, sees it nearby, and has its tokens by an event', async () => {
    player = await mainJob(stack.url);
  });

  it('a live update arrives', async () => {
    const live = await player.send('GET', '/api/live', undefined, {}, 60_000);
    const updates = live.body!.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]();
    await player.document();
    await eventually(async () => expect((await updates.next()).value).toContain('event: tokens'), { timeout: 20_000 });
    await updates.return?.();
  });

  it('a delayed job runs at its time', async () => {
    const id = randomUUID();
    await inDatabase(stack, async (client) => {
      await client.query(
        `INSERT INTO missions.live_events (id, title, description, place_name, latitude, longitude, time_zone,
          starts_at, ends_at, reward_tokens)
         VALUES ($1, 'Jam', 'Paint.', 'A lane', 45.55, -73.55, 'America/Toronto', now() - interval '1 hour',
           now() + interval '3 seconds', 40)`,
        [id],
      );
      await client.query(
        `SELECT FROM missions_jobs.add_job('conclude-live-event', json_build_object('eventId', $1::text),
          run_at => now() + interval '3 seconds')`,
        [id],
      );
    });
    expect((await player.send('POST', `/api/community/events/${id}/join`)).status).toBe(200);
    await eventually(
      async () =>
        expect(
          await rows(`SELECT FROM users.notifications WHERE kind = 'event' AND subject ->> 'id' = $1`, [id]),
        ).toHaveLength(1),
      { timeout: 30_000 },
    );
  });

  it('many readers and writers at once share a few connections of the server', async () => {
    const writers = await Promise.all(Array.from({ length: 4 }, () => Player.signUp(stack.url)));
    const statuses: number[] = [];
    const most = { clients: 0, servers: 0 };
    let going = true;
    const watching = (async () => {
      while (going) {
        const { cl_active: active, cl_waiting: waiting } = await pooler.poolOf('discovery');
        most.clients = Math.max(most.clients, Number(active) + Number(waiting));
        const [{ servers }] = (await rows<{ servers: number }>(
          `SELECT count(*)::int AS servers FROM pg_stat_activity WHERE usename = 'discovery'
            AND application_name <> ALL ($1)`,
          [PAST('discovery')],
        )) as [{ servers: number }];
        most.servers = Math.max(most.servers, servers);
      }
    })();
    let left = READS;
    const read = async () => {
      while ((left -= 1) >= 0) {
        const response = await player.send(
          'GET',
          `/api/discoveries/nearby?latitude=${45.5 + (left % 50) / 1_000}&longitude=-73.6`,
        );
        statuses.push(response.status);
        await response.body?.cancel();
      }
    };
    await Promise.all([
      ...Array.from({ length: READERS }, read),
      ...writers.map(async (writer) => {
        for (let works = 0; works < 5; works += 1) await writer.document();
      }),
    ]);
    going = false;
    await watching;
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(most.clients).toBeGreaterThan(POOL_SIZE);
    expect(most.servers).toBeGreaterThan(0);
    expect(most.servers).toBeLessThanOrEqual(POOL_SIZE);
    for (const writer of writers)
      await eventually(
        async () =>
          expect(await writer.read('/api/auth/user')).toMatchObject({
            tokens: writer.accepted.reduce((sum, { tokensAwarded }) => sum + tokensAwarded, 0),
          }),
        { timeout: 30_000 },
      );
  }, 60_000);

  it.each(serviceNames)(
    '%s has three connections past it, and what goes through it has its limits',
    async (service) => {
      const [listen, jobs] = PAST(service);
      const past = await rows<{ name: string }>(
        `SELECT application_name AS name FROM pg_stat_activity WHERE usename = $1 AND application_name = ANY ($2)
          ORDER BY 1`,
        [service, PAST(service)],
      );
      expect(past.map(({ name }) => name)).toEqual([listen, jobs, jobs]);
      const { sv_active: active, sv_idle: idle, sv_used: used } = await pooler.poolOf(service);
      expect(Number(active) + Number(idle) + Number(used)).toBeGreaterThan(0);
      const [{ settings }] = (await rows<{ settings: string[] }>(
        `SELECT setconfig AS settings FROM pg_db_role_setting WHERE setrole = $1::regrole`,
        [service],
      )) as [{ settings: string[] }];
      expect(settings).toEqual(
        expect.arrayContaining(['statement_timeout=15000', 'idle_in_transaction_session_timeout=30000']),
      );
    },
  );

  it('the main job passes again after a restart of Postgres', async () => {
    await stack.restartPostgres('fast');
    // Each program notices by itself, and returns 503 until then.
    await eventually(() => mainJob(stack.url), { timeout: 45_000 });
  }, 60_000);
});
