import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { discoveryCreated } from '@sprayhunt/contracts';
import { uuidv7 } from '@sprayhunt/service-kit';
import type { Stack } from '@sprayhunt/local';
import autocannon from 'autocannon';
import pg from 'pg';
import { median } from './load.js';
import { ratio } from './nearby.js';

export interface CreateFigures {
  /** Accepted discoveries a second through the whole stack, as a part of the same two inserts done bare. */
  createDiscoveryRatioToBare: number;
}

const WRITERS = 16;
const ROUNDS = 5;
const SECONDS = 4;

/** Works that each writer has ready for a round: more than it comes to, since the same one twice would be refused. */
const READY = 500;

/** Documents works as signed-in players, one for each writer, side by side with the two inserts that this comes down to. */
export async function benchCreate(stack: Stack, say: (line: string) => void): Promise<CreateFigures> {
  const cookies: string[] = [];
  for (let player = 0; player < WRITERS; player++) cookies.push(await verifiedPlayer(stack, player));
  const pool = new pg.Pool({ connectionString: stack.adminUrl, max: WRITERS });
  try {
    const all = { bare: [] as number[], whole: [] as number[] };
    await throughTheStack(stack, cookies, 2);
    await bareInserts(pool, 1);
    for (let round = 1; round <= ROUNDS; round++) {
      all.bare.push(await bareInserts(pool, SECONDS));
      all.whole.push(await throughTheStack(stack, cookies, SECONDS));
      await untilQuiet(pool);
      say(`  round ${round} of ${ROUNDS}: bare ${Math.round(all.bare.at(-1)!)}/s, whole way ${Math.round(all.whole.at(-1)!)}/s`);
    }
    return { createDiscoveryRatioToBare: ratio(median(all.whole), median(all.bare)) };
  } finally {
    await pool.end();
  }
}

async function throughTheStack({ gatewayUrl, url }: Stack, cookies: string[], seconds: number): Promise<number> {
  const requestsOf = (cookie: string) =>
    Array.from({ length: READY }, () => ({
      method: 'POST' as const,
      path: '/api/discoveries',
      headers: { 'content-type': 'application/json', cookie, origin: url },
      body: JSON.stringify(work()),
    }));
  const lists = cookies.map(requestsOf);
  let writer = 0;
  const setupClient = (client: autocannon.Client) => client.setRequests(lists[writer++]!);
  const result = await autocannon({ url: gatewayUrl, requests: lists[0]!.slice(0, 1), setupClient, connections: WRITERS, duration: seconds });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} discoveries were refused, ${result.errors} failed`);
  return result['2xx'] / result.duration;
}

const work = () => ({
  title: `Ibis on a wheelie bin ${randomInt(1e9)}`,
  description: 'Two storeys high, on the wall behind the station, seen from the footbridge.',
  artist_name: 'Somebody',
  latitude: -28 + randomInt(100_000) / 1e6,
  longitude: 153 + randomInt(100_000) / 1e6,
});

const INSERT_WORK = {
  name: 'bench-work',
  text: `INSERT INTO discovery.discoveries (id, player_id, title, description, artist_name, latitude, longitude, address, pin_type, role,
    is_fresh_art, tokens_awarded) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'location', 'photographer', false, 50)`,
};
/** As if it were sent, so that no relay takes it up. */
const INSERT_EVENT = {
  name: 'bench-event',
  text: `INSERT INTO discovery.sent_events (id, subject, event, sent_at, sequence) VALUES ($1, $2, $3, now(), 0)`,
};

/** The same rows by as many writers, in one transaction each. */
async function bareInserts(pool: pg.Pool, seconds: number): Promise<number> {
  const player = uuidv7();
  const until = performance.now() + seconds * 1_000;
  let done = 0;
  const writer = async () => {
    const client = await pool.connect();
    while (performance.now() < until) {
      const id = uuidv7();
      const { title, description, artist_name, latitude, longitude } = work();
      const event = JSON.stringify({ id: uuidv7(), type: discoveryCreated.type, data: { discoveryId: id, playerId: player, title, latitude, longitude, tokens: 50 } });
      await client.query('BEGIN');
      await client.query({ ...INSERT_WORK, values: [id, player, title, description, artist_name, latitude, longitude, `${latitude}, ${longitude}`] });
      await client.query({ ...INSERT_EVENT, values: [uuidv7(), discoveryCreated.subject, event] });
      await client.query('COMMIT');
      done++;
    }
    client.release();
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
  return done / seconds;
}

/** The next round must not pay for the events of this one. */
async function untilQuiet(pool: pg.Pool): Promise<void> {
  const unsent = async () => (await pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM discovery.outbox`)).rows[0]!.n;
  while ((await unsent()) > 0) await sleep(100);
  await sleep(500);
}

/** Signs up as anybody would: form, code from the local inbox. */
async function verifiedPlayer({ gatewayUrl, url }: Stack, player: number): Promise<string> {
  const cookies = new Map<string, string>();
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json', origin: url, cookie: [...cookies.values()].join('; ') };
    const answer = await fetch(gatewayUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    for (const line of answer.headers.getSetCookie()) cookies.set(line.split('=', 1)[0]!, line.split(';', 1)[0]!);
  };
  const phone = `+614000${10_000 + player}`;
  await post('/api/sms-signup', {
    firstName: 'Bench',
    lastName: 'Mark',
    email: `bench-${uuidv7()}@example.com`,
    phone,
    username: `bench${randomInt(1e9)}`,
    dateOfBirth: '1990-01-01',
  });
  const messages = (await (await fetch(`${gatewayUrl}/dev/inbox.json`)).json()) as { to: string; code: string | null }[];
  await post('/api/verify-contact', { code: messages.find(({ to, code }) => to === phone && code)?.code });
  return [...cookies.values()].join('; ');
}
