import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { discoveryCreated, serviceNames } from '@sprayhunt/contracts';
import { uuidv7 } from '@sprayhunt/service-kit';
import { freePorts } from '@sprayhunt/service-kit/testing';
import type { Stack } from '@sprayhunt/local';
import autocannon from 'autocannon';
import pg from 'pg';
import { measureCpu, programsOf, totalOf, type Programs } from './cpu.js';
import { cpuRatio, rateRatio, table, type Rounds } from './compare.js';
import { BARE_PLAYER, eventOf } from './created-rows.js';
import { verifiedPlayer } from './players.js';
import { program } from './program.js';

export interface CreateFigures {
  /** Accepted discoveries per second through the whole stack, relative to the two bare inserts. */
  createDiscoveryRatioToBare: number;
  /**
   * CPU time by discovery, of all programs up to its booked award, in relation to that of the bare inserts: their
   * client and Postgres.
   */
  createDiscoveryCpuRatioToBare: number;
  /**
   * The same rate as a multiple of the rate of Nest, TypeORM's `save` and `@apollo/gateway`, used as in their guides.
   */
  createDiscoveryRatioToGuides: number;
}

const WRITERS = 16;
const ROUNDS = 9;
/** Of a round, counted in discoveries so that code is compiled as far on a busy machine as on a quiet one. */
const WORKS = 800;
const WARM_UP_WORKS = 4_800;
/** Share of the requests for the guides' subgraph and gateway, which are slow. */
const GUIDES_LOAD_SHARE = 0.2;

/**
 * Documents works as signed-in players, one for each writer, side by side with the two inserts that this comes down to.
 */
export async function benchCreate(stack: Stack, print: (line: string) => void): Promise<CreateFigures> {
  const cookies: string[] = [];
  for (let player = 0; player < WRITERS; player++) cookies.push(await verifiedPlayer(stack, player));
  const players = cookies.map(() => uuidv7());
  const pool = new pg.Pool({ connectionString: stack.adminUrl, max: WRITERS });
  const ours: Rounds = { perSecond: [], micros: [] };
  const bare: Rounds = { perSecond: [], micros: [] };
  const guides: Rounds = { perSecond: [], micros: [] };
  const { postgres } = programsOf(stack, []);
  const [subgraphPort, gatewayPort] = (await freePorts(2)) as [number, number];
  const subgraph = await program('guide-subgraph.js', subgraphPort, { DATABASE_URL: stack.adminUrl });
  const gateway = await program('apollo-gateway.js', gatewayPort, { SUBGRAPH_URL: subgraph.url });
  const through = async (works: number) => {
    const result = await createThroughStack(stack, cookies, works);
    // Waits for the consequences of the discoveries: they belong to this round, not to the next one.
    await waitUntilQuiet(pool);
    return result;
  };
  const measure = async (rounds: Rounds, programs: Programs, work: () => Promise<Created>) => {
    const { result, micros } = await measureCpu(programs, work, ({ count }) => count);
    rounds.perSecond.push(result.count / result.seconds);
    rounds.micros.push(micros);
  };
  try {
    await through(WARM_UP_WORKS);
    await bareInserts(pool, WORKS);
    await createThroughGuides(gateway.url, players, WARM_UP_WORKS * GUIDES_LOAD_SHARE);
    for (let round = 1; round <= ROUNDS; round++) {
      const began = process.cpuUsage();
      await measure(bare, { postgres: postgres! }, () => bareInserts(pool, WORKS));
      const { user, system } = process.cpuUsage(began);
      // The client of the bare inserts is this process, below which all others run.
      bare.micros.at(-1)!['client'] = (user + system) / WORKS;
      await measure(ours, programsOf(stack, serviceNames), () => through(WORKS));
      await measure(guides, { gateway: gateway.pid, discovery: subgraph.pid, postgres: postgres! }, () =>
        createThroughGuides(gateway.url, players, WORKS * GUIDES_LOAD_SHARE),
      );
      const last = ({ perSecond, micros }: Rounds) =>
        `${Math.round(perSecond.at(-1)!)}/s ${Math.round(totalOf(micros.at(-1)!))} µs`;
      print(`  round ${round} of ${ROUNDS}: bare ${last(bare)}, whole way ${last(ours)}, guides ${last(guides)}`);
    }
    console.table(
      table(
        new Map([
          ['bare', bare],
          ['whole way', ours],
          ['guides', guides],
        ]),
      ),
    );
    return {
      createDiscoveryRatioToBare: rateRatio(ours, bare),
      createDiscoveryCpuRatioToBare: cpuRatio(ours, bare),
      createDiscoveryRatioToGuides: rateRatio(ours, guides),
    };
  } finally {
    for (const running of [gateway, subgraph]) await running.stop();
    await pool.end();
  }
}

interface Created {
  count: number;
  seconds: number;
}

/** As the page sends them, each with an `Idempotency-Key` of its own. */
function createThroughStack({ gatewayUrl, url }: Stack, cookies: string[], works: number): Promise<Created> {
  // Titles differ, because the same work is rejected the second time.
  const requestsOf = (cookie: string) =>
    Array.from({ length: works / WRITERS }, () => ({
      method: 'POST' as const,
      path: '/api/discoveries',
      headers: { 'content-type': 'application/json', cookie, origin: url, 'idempotency-key': randomUUID() },
      body: JSON.stringify(work()),
    }));
  return send(gatewayUrl, cookies.map(requestsOf));
}

const CREATE = `mutation Create($input: CreateDiscoveryInput!) {
  createDiscovery(input: $input) {
    id title description artistName latitude longitude address pinType role isFreshArt createdAt tokensAwarded } }`;

/** @param players one for each writer, of whom only this knows */
async function createThroughGuides(url: string, players: string[], works: number): Promise<Created> {
  const request = (playerId: string) => {
    const { artist_name: artistName, ...place } = work();
    const input = { ...place, artistName, playerId, idempotencyKey: randomUUID() };
    return {
      method: 'POST' as const,
      path: '/',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: CREATE, variables: { input } }),
    };
  };
  const requestsOf = (player: string) => Array.from({ length: works / WRITERS }, () => request(player));
  return send(url, players.map(requestsOf));
}

/** @param lists the requests of each writer */
async function send(url: string, lists: autocannon.Request[][]): Promise<Created> {
  let writer = 0;
  const began = performance.now();
  let ended = began;
  // The tool notices the end at its next sample only.
  const setupClient = (client: autocannon.Client) => {
    client.setRequests(lists[writer++]!);
    client.on('response', () => (ended = performance.now()));
  };
  const result = await autocannon({
    url,
    requests: lists[0]!.slice(0, 1),
    setupClient,
    connections: WRITERS,
    amount: lists.flat().length,
    sampleInt: 100,
    // A GraphQL server refuses with 200.
    verifyBody: (body) => !String(body).includes('"errors"'),
  });
  if (result.non2xx > 0 || result.errors > 0 || result.mismatches > 0)
    throw new Error(`${result.non2xx + result.mismatches} discoveries were refused, ${result.errors} failed`);
  return { count: result['2xx'], seconds: (ended - began) / 1_000 };
}

const work = () => ({
  title: `Ibis on a wheelie bin ${randomInt(1e9)}`,
  description: 'Two storeys high, on the wall behind the station, seen from the footbridge.',
  artist_name: 'Someone',
  latitude: -28 + randomInt(100_000) / 1e6,
  longitude: 153 + randomInt(100_000) / 1e6,
});

const INSERT_WORK = {
  name: 'bench-work',
  text: `INSERT INTO discovery.discoveries (id, player_id, title, description, artist_name, latitude, longitude,
    address, pin_type, role,
    is_fresh_art, created_at, tokens_awarded, title_digest)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'location', 'photographer', false, $9, 50, $10)`,
};
/** As if it were sent, so that no relay takes it up. */
const INSERT_EVENT = {
  name: 'bench-event',
  text: `INSERT INTO discovery.sent_events (id, subject, event, sent_at, sequence) VALUES ($1, $2, $3, now(), 0)`,
};

/** The same rows by as many writers, in one transaction each. */
async function bareInserts(pool: pg.Pool, works: number): Promise<Created> {
  const writer = async () => {
    const client = await pool.connect();
    for (let done = 0; done < works / WRITERS; done++) {
      const [id, eventId, createdAt] = [uuidv7(), uuidv7(), new Date().toISOString()];
      const { title, description, artist_name, latitude, longitude } = work();
      const event = JSON.stringify(
        eventOf(eventId, createdAt, { discoveryId: id, playerId: BARE_PLAYER, title, latitude, longitude }),
      );
      const values = [
        id,
        BARE_PLAYER,
        title,
        description,
        artist_name,
        latitude,
        longitude,
        `${latitude}, ${longitude}`,
        createdAt,
        randomBytes(16),
      ];
      await client.query('BEGIN');
      await client.query({ ...INSERT_WORK, values });
      await client.query({ ...INSERT_EVENT, values: [eventId, discoveryCreated.subject, event] });
      await client.query('COMMIT');
    }
    client.release();
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: WRITERS }, writer));
  return { count: works, seconds: (performance.now() - began) / 1_000 };
}

/** Until each discovery is booked and every event is sent. */
async function waitUntilQuiet(pool: pg.Pool): Promise<void> {
  const waiting = async () =>
    (
      await pool.query<{ n: number }>(
        `SELECT (SELECT count(*) FROM discovery.outbox)::int + (SELECT count(*) FROM users.outbox)::int
              + (SELECT count(*) FROM discovery.discoveries JOIN users.accounts ON player_id = accounts.id)::int
              - (SELECT count(*) FROM users.transfers WHERE reason = 'discovery')::int AS n`,
      )
    ).rows[0]!.n;
  while ((await waiting()) > 0) await sleep(100);
}
