import { randomInt, randomUUID } from 'node:crypto';
import type { Agent } from 'undici';
import type { Place } from '@sprayhunt/service-kit';
import type { LiveListeners } from './live-listeners.js';
import type { Kind } from './mix.js';
import type { Outcome } from './open-loop.js';
import { call, type Target } from './target.js';

/**
 * A phone shows a map of 400 × 800 pixels in tiles of at least 512: mostly two of them side by side and three below
 * each other.
 */
const TILES = { columns: 2, rows: 3 };
/** Zooms of the tiles that a player looks at; up to 12 they are counted, from 13 on works themselves. */
const ZOOMS = [6, 9, 11, 12, 13, 13, 14, 14, 15, 16];
/** Degrees around a city in which players are; about 3 km. */
const MAX_OFFSET_DEGREES = 0.05;

interface Sources {
  target: Target;
  agent: Agent;
  /** A JPEG as phones take them. */
  photo: Buffer;
  /** Called with each new work, to measure the time until it arrives at the listeners. */
  live?: LiveListeners;
}

/** Players' actions, with the requests of the page. */
export function actionsOf({ target, agent, photo, live }: Sources): Record<Kind, () => Promise<Outcome>> {
  const { address, origin, players, works } = target;
  const get = async (path: string, cookie?: string) =>
    (await call(agent, address + path, { headers: { 'accept-encoding': 'gzip', ...(cookie && { cookie }) } })).outcome;
  const post = (path: string, body: object | undefined, headers: Record<string, string> = {}) =>
    call(agent, address + path, {
      method: 'POST',
      headers: { origin, cookie: pick(players), ...(body && { 'content-type': 'application/json' }), ...headers },
      body: body && JSON.stringify(body),
    });

  const reads: Array<() => Promise<Outcome>> = [
    () => get(`/api/discoveries/${pick(works)}`, pick(players)),
    () => get(`/api/graffiti-missions/nearby?${query(placeNear(pick(target.cities)), 100)}`, pick(players)),
    () => get(`/api/legal-walls/nearby?${query(placeNear(pick(target.cities)), 5_000)}`),
    () => get('/api/auth/user', pick(players)),
    () => get('/api/notifications', pick(players)),
    () => get('/api/leaderboard', pick(players)),
    () => get('/api/community/forum', pick(players)),
  ];

  return {
    move: async () =>
      firstFailure(
        await Promise.all(
          tilesAround(placeNear(pick(target.cities)), pick(ZOOMS)).map((tile) => get(`/api/map/works/${tile}.mvt`)),
        ),
      ),
    nearby: () => get(`/api/discoveries/nearby?${query(placeNear(pick(target.cities)), 5_000)}`, pick(players)),
    read: () => pick(reads)(),
    like: async () => (await post(`/api/discoveries/${pick(works)}/like`, undefined)).outcome,
    create: async () => {
      const city = randomInt(target.cities.length);
      const began = performance.now();
      const { outcome, text } = await post('/api/discoveries', work(placeNear(target.cities[city]!)), {
        'idempotency-key': randomUUID(),
      });
      if (outcome === null) live?.expect((JSON.parse(text) as { id: string }).id, city, began);
      return outcome;
    },
    upload: async () => {
      const { outcome, text } = await post('/api/objects/upload', undefined);
      if (outcome !== null) return outcome;
      const { pathname, search } = new URL((JSON.parse(text) as { uploadURL: string }).uploadURL);
      return (
        await call(agent, address + pathname + search, {
          method: 'PUT',
          headers: { 'content-type': 'image/jpeg' },
          body: photo,
        })
      ).outcome;
    },
  };
}

const pick = <T>(list: readonly T[]): T => list[randomInt(list.length)]!;
const placeNear = ({ latitude, longitude }: Place): Place => ({
  latitude: latitude + MAX_OFFSET_DEGREES * (Math.random() - 0.5),
  longitude: longitude + MAX_OFFSET_DEGREES * (Math.random() - 0.5),
});
const query = ({ latitude, longitude }: Place, radius: number): string =>
  `latitude=${latitude.toFixed(6)}&longitude=${longitude.toFixed(6)}&radius=${radius}`;
const firstFailure = (outcomes: Outcome[]): Outcome => outcomes.find((outcome) => outcome !== null) ?? null;

const work = ({ latitude, longitude }: Place) => ({
  title: `Ibis on a wheelie bin ${randomInt(1e9)}`,
  description: 'Two storeys high, on the wall behind the station, seen from the footbridge.',
  artist_name: 'Someone',
  latitude,
  longitude,
});

/** The tiles of a view of which the place is somewhere in the middle. */
export function tilesAround({ latitude, longitude }: Place, zoom: number): string[] {
  const size = 2 ** zoom;
  const column = Math.floor((longitude / 360 + 0.5) * size);
  const row = Math.floor((0.5 - Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) / (2 * Math.PI)) * size);
  const wrapped = (x: number) => ((x % size) + size) % size;
  const columns = Array.from({ length: TILES.columns }, (_, i) => wrapped(column + i));
  const rows = Array.from({ length: TILES.rows }, (_, i) => row - 1 + i).filter((y) => y >= 0 && y < size);
  return columns.flatMap((x) => rows.map((y) => `${zoom}/${x}/${y}`));
}
