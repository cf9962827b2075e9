import type { Stack } from '@sprayhunt/local';
import { freePorts } from '@sprayhunt/service-kit/testing';
import pg from 'pg';
import { programsOf } from './cpu.js';
import { compare, cpuRatio, rateRatio, table, type Contender } from './compare.js';
import type { Place } from '@sprayhunt/service-kit';
import { program } from './program.js';
import { places } from './seed.js';

export interface MissionFigures {
  /** Requests a second by GraphQL, as a part of the bare server's rate; and CPU time by request in relation to it. */
  missionsNearbyRatioToBare: number;
  missionsNearbyCpuRatioToBare: number;
}

/** Kilometres. */
const RADIUS = 100;
const MISSIONS = 2_000;

const MISSIONS_QUERY = `query Nearby($latitude: Float!, $longitude: Float!) {
  missionsNearby(latitude: $latitude, longitude: $longitude, radius: ${RADIUS}, first: 100) {
    nodes { id title description city country missionTypeName difficultyName safetyName latitude longitude radius
      isActive endsAt rewardsTokens isFeatured
      historicalContext artistInfo bestPhotoTime source sourceUrl participants distance }
    pageInfo { hasNextPage } } }`;

/** Ten missions within about 15 km of each of the 200 cities of the map. */
const SEED = `
  INSERT INTO missions.missions (id, title, description, city, country, mission_type, difficulty_level, safety_rating,
    latitude, longitude, rewards_tokens,
    historical_context, artist_info, best_photo_time, source, source_url, catalogue, catalogue_key)
  SELECT gen_random_uuid(), 'Mission number ' || n,
    'Find the wall on the corner and document what is there, in three colours and number ' || n, 'City ' || n % 200,
      'Country ' || n % 40,
    'photo_hunt', 'easy', 'safe', 60 * sin((n % 200) * 12.9898) + 0.15 * (random() + random() - 1),
      170 * sin((n % 200) * 78.233) + 0.2 * (random() + random() - 1), 100,
    'It was painted when the harbour closed.', 'By many hands.', 'Morning light', 'A book',
      'https://missions.example.org/' || n, 'bench', n::text
  FROM generate_series(1, ${MISSIONS}) AS n`;

/** The missions around a place, the whole way, beside the least that could serve it. */
export async function benchMissions(stack: Stack, print: (line: string) => void): Promise<MissionFigures> {
  const client = new pg.Client({ connectionString: stack.adminUrl });
  await client.connect();
  const [port] = (await freePorts(1)) as [number];
  const bare = await program('bare-missions.js', port, { DATABASE_URL: stack.adminUrl });
  try {
    await client.query(SEED);
    await client.query('VACUUM (ANALYZE) missions.missions');
    const requests = places(400);
    const contenders: Contender[] = [
      {
        name: 'bare',
        url: bare.url,
        requests: requests.map(get),
        programs: { bare: bare.pid, postgres: programsOf(stack, []).postgres! },
      },
      {
        name: 'graphql',
        url: stack.gatewayUrl,
        requests: requests.map(post),
        programs: programsOf(stack, ['gateway', 'missions']),
      },
    ];
    for (const { url, requests } of contenders) await expectMissions(url, requests[0]!);
    const figures = await compare(contenders, print);
    console.table(table(figures));
    const [bareRounds, ours] = [figures.get('bare')!, figures.get('graphql')!];
    return {
      missionsNearbyRatioToBare: rateRatio(ours, bareRounds),
      missionsNearbyCpuRatioToBare: cpuRatio(ours, bareRounds),
    };
  } finally {
    await client.query(`DELETE FROM missions.missions WHERE catalogue = 'bench'`).catch(() => undefined);
    await client.end();
    await bare.stop();
  }
}

const get = ({ latitude, longitude }: Place) => ({
  method: 'GET' as const,
  path: `/?latitude=${latitude}&longitude=${longitude}&radius=${RADIUS}`,
});

const post = ({ latitude, longitude }: Place) => ({
  method: 'POST' as const,
  path: '/graphql',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ query: MISSIONS_QUERY, variables: { latitude, longitude } }),
});

/** A comparison is valid only if both return the same number of missions. */
async function expectMissions(
  url: string,
  { method, path, headers, body }: { method?: string; path?: string; headers?: object; body?: unknown },
): Promise<void> {
  const text = await (await fetch(url + path!, { method, headers: { ...headers }, body: body as string })).text();
  const found = text.match(/"Mission number /g)?.length ?? 0;
  if (found < 10) throw new Error(`Only ${found} missions are near: ${text.slice(0, 200)}`);
}
