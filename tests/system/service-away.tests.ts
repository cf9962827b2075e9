// What players still see while one service is stopped; bound to the stack that a spec runs.
import { readFileSync } from 'node:fs';
import { type BackendName, backendNames } from '@sprayhunt/contracts';
import { eventually } from '@sprayhunt/service-kit/testing';
import { describe, expect, it } from '@jest/globals';
import { uploadPicture, world } from './access/world.js';
import { Player } from './player.js';

/** Milliseconds in which every call returns; connections to a stopped service are refused at once. */
const RETURNS_WITHIN_MS = 4_000;
const AROUND = 'latitude=45.5&longitude=-73.6';

/**
 * The calls of the map home, the profile, the missions and the live events, with the one service that each of them
 * needs.
 */
const REST_CALLS: readonly (readonly [path: string, needs: BackendName])[] = [
  ['/api/auth/user', 'users'],
  [`/api/discoveries/nearby?${AROUND}&radius=50000`, 'discovery'],
  [`/api/legal-walls/nearby?${AROUND}`, 'discovery'],
  ['/api/map/works/12/1210/1463.mvt', 'discovery'],
  ['/api/discoveries/user', 'discovery'],
  ['/api/profile/achievements', 'users'],
  ['/api/profile/art', 'media'],
  ['/api/graffiti-missions', 'missions'],
  [`/api/graffiti-missions/nearby?${AROUND}`, 'missions'],
  ['/api/graffiti-missions/mine', 'missions'],
  ['/api/community/events', 'missions'],
];

interface PlayerPage {
  data?: {
    player: { username: string; art: { nodes: object[] } | null; works: { nodes: object[] } | null } | null;
  } | null;
  errors?: { path?: string[]; extensions: { code: string } }[];
}

let player: Player;

export async function prepareSections(): Promise<void> {
  player = await Player.signUp(world.stack.url);
  await player.document();
  const added = await player.send('POST', '/api/profile/art', { imageUrl: await uploadPicture(player), title: 'Kept' });
  expect(added.status).toBe(201);
}

/** The hash by which the page sends the player page's query. */
function playerPageHash(): string {
  const file = new URL('../../services/gateway/src/graphql/page-documents.json', import.meta.url);
  const { documents } = JSON.parse(readFileSync(file, 'utf8')) as { documents: Record<string, { text: string }> };
  const [hash] = Object.entries(documents).find(([, { text }]) => /query PlayerPage\b.*\.\.\.PlayerWorks/.test(text))!;
  return hash;
}

/** The sections of the player page, with the number of works in those that are lists; null for one that is missing. */
async function playerPage() {
  const call = { documentId: playerPageHash(), variables: { username: player.username, works: 48 } };
  const response = await player.send('POST', '/graphql', call, {}, RETURNS_WITHIN_MS);
  const { data, errors = [] } = (await response.json()) as PlayerPage;
  const seen = data?.player;
  return {
    sections: {
      profile: seen?.username ?? null,
      art: seen?.art?.nodes.length ?? null,
      works: seen?.works?.nodes.length ?? null,
    },
    errors: [...new Set(errors.map(({ extensions }) => extensions.code))],
  };
}

/** Of each REST call, 'shown' or the status and the code of its problem. */
const restCalls = () =>
  Promise.all(
    REST_CALLS.map(async ([path]) => {
      const response = await player.send('GET', path, undefined, {}, RETURNS_WITHIN_MS);
      const body = await response.text();
      return [path, response.ok ? 'shown' : `${response.status} ${(JSON.parse(body) as { code: string }).code}`];
    }),
  );

/** The expected response while a service is stopped, or while none is. */
function expected(stopped?: BackendName) {
  const whole = { profile: player.username, art: 1, works: 1 };
  const missing: Partial<Record<BackendName, object>> = {
    users: { profile: null, art: null, works: null },
    discovery: { works: null },
    media: { art: null },
  };
  const emptied = stopped && missing[stopped];
  return {
    page: { sections: { ...whole, ...emptied }, errors: emptied ? ['UNAVAILABLE'] : [] },
    calls: REST_CALLS.map(([path, needs]) => [path, needs === stopped ? '503 UNAVAILABLE' : 'shown']),
  };
}

async function seen() {
  const [page, calls] = await Promise.all([playerPage(), restCalls()]);
  return { page, calls };
}

describe('one service that is stopped empties only its own sections of the player page, the map home, the profile and the missions', () => {
  it.each(backendNames)('%s', async (name) => {
    await eventually(async () => expect(await seen()).toEqual(expected()), { timeout: 10_000 });
    await world.stack.stopService(name);
    try {
      expect(await seen()).toEqual(expected(name));
    } finally {
      await world.stack.startService(name);
    }
    await eventually(async () => expect(await seen()).toEqual(expected()), { timeout: 10_000 });
  });
});
