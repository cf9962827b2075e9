import { keepPreviousData, type Query, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Discovery, LegalWall } from '../../api/types';
import { api, HttpError } from '../../lib/http';
import { metresBetween } from '../../lib/great-circle';
import { type LatLng, type MapView, type Pin, dropFromTiles, refetchWorkTiles, workTitle } from '../map';
import { KEPT_HEADER } from './kept-lists';

/** Metres (product constants): first search radius of works and walls. */
export const DISCOVERIES_RADIUS = 5_000;
export const WALLS_RADIUS = 50_000;
/** The largest radius that the server accepts, in metres, and the most rows of a nearby list. */
const WIDEST = 50_000;
export const NEARBY_LIMIT = 500;

/** A requested circle: degrees and metres. */
export interface Area {
  center: LatLng;
  radius: number;
}

export interface Nearby<T> {
  items: T[];
  /** The request failed: the list is empty, and the player can retry. */
  refused: boolean;
  /** The device kept it from before, because the server did not respond in time. */
  isKept?: boolean;
}

export const discoveriesKey = ['/api/discoveries/nearby'] as const;
const wallsKey = ['/api/legal-walls/nearby'] as const;

/** Runs only when a place is known; a failed request gives an empty list. */
export const discoveriesNearby = (area: Area | null) =>
  queryOptions({
    queryKey: [...discoveriesKey, area],
    enabled: area !== null,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      emptyIfRefused<Discovery>(api.GET('/api/discoveries/nearby', { params: { query: areaQuery(area!) }, signal })),
    refetchInterval: whileKept,
  });

export const wallsNearby = (area: Area | null) =>
  queryOptions({
    queryKey: [...wallsKey, area],
    enabled: area !== null,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      emptyIfRefused<LegalWall>(api.GET('/api/legal-walls/nearby', { params: { query: areaQuery(area!) }, signal })),
    refetchInterval: whileKept,
  });

const areaQuery = ({ center, radius }: Area) => ({
  latitude: center.lat,
  longitude: center.lng,
  radius,
  limit: NEARBY_LIMIT,
});

/** Milliseconds after which a kept list is requested again. */
const KEPT_FOR = 15_000;

const whileKept = ({ state }: { state: { data?: Nearby<unknown> } }) => (state.data?.isKept ? KEPT_FOR : false);

async function emptyIfRefused<T>(call: Promise<{ data?: T[]; response: Response }>): Promise<Nearby<T>> {
  try {
    const { data, response } = await call;
    return { items: data!, refused: false, isKept: response.headers.has(KEPT_HEADER) };
  } catch (error) {
    if (error instanceof HttpError) return { items: [], refused: true };
    throw error;
  }
}

/** Milliseconds after which the map's counts include a new work; the list has it at once. */
const COUNTED_AFTER = 1_000;

/** Reads again what is nearby, after works came or went. */
export function refetchNearby(client: QueryClient): Promise<void> {
  setTimeout(() => void refetchWorkTiles(client), COUNTED_AFTER);
  return client.invalidateQueries({ queryKey: discoveriesKey });
}

/** Removes a discovery from the lists and the map. */
export function dropDiscovery(client: QueryClient, id: string): void {
  client.setQueriesData<Nearby<Discovery>>(
    { queryKey: discoveriesKey },
    (nearby) => nearby && { ...nearby, items: nearby.items.filter((each) => each.id !== id) },
  );
  client.removeQueries({ queryKey: discoveryKey(id) });
  dropFromTiles(client, discoveryPinKey(id));
}

/** Changes one discovery wherever the cache holds it. */
export function patchDiscovery(client: QueryClient, id: string, change: (discovery: Discovery) => Discovery): void {
  client.setQueriesData<Nearby<Discovery>>(
    { queryKey: discoveriesKey },
    (nearby) => nearby && { ...nearby, items: nearby.items.map((each) => (each.id === id ? change(each) : each)) },
  );
  client.setQueryData<Discovery | null>(discoveryKey(id), (discovery) => discovery && change(discovery));
}

/** Requests for a discovery that are running while it is changed: their result may be from before the change. */
export function readsOf(client: QueryClient, id: string) {
  const calledOff = new Set<Query>();
  return {
    async callOff(): Promise<void> {
      const running = [discoveriesKey, discoveryKey(id)].flatMap((queryKey) =>
        client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' }),
      );
      running.forEach((query) => calledOff.add(query));
      await Promise.all(running.map(({ queryKey }) => client.cancelQueries({ queryKey, exact: true })));
    },
    /** Starts the cancelled requests again. */
    again(): void {
      for (const { queryKey } of calledOff) void client.refetchQueries({ queryKey, exact: true });
    },
  };
}

const discoveryKey = (id: string) => ['work', id] as const;

/** One work, null where there is none. */
export const oneDiscovery = (id: string | undefined) =>
  queryOptions({
    queryKey: discoveryKey(id ?? ''),
    enabled: Boolean(id),
    queryFn: async ({ client }) => (await import('./work-calls')).readWork(client, id!),
  });

/**
 * The circle to request once the map shows `view`: the present one while it still covers most of the
 * view, else one around the new middle, wide enough for the view within the bounds.
 */
export function areaFor(view: MapView, present: Area | null, narrowest: number): Area {
  const corner = { lat: view.bounds.north, lng: view.bounds.east };
  const needed = Math.min(WIDEST, Math.max(narrowest, niceRadius(metresBetween(view.center, corner))));
  const moved = present ? metresBetween(view.center, present.center) : Infinity;
  if (present && needed <= present.radius && moved < present.radius * 0.4) return present;
  // Three decimals are about 100 m: returning to a place finds its cached list.
  const center = { lat: Number(view.center.lat.toFixed(3)), lng: Number(view.center.lng.toFixed(3)) };
  return { center, radius: needed };
}

/** Few distinct radii, so that zooming does not send a request at each step. */
const niceRadius = (metres: number) => [5_000, 10_000, 20_000].find((radius) => metres <= radius) ?? WIDEST;

/** A work that was just added, by its id or, where the response is not read, by its place. */
export type NewWork = { id: string } | LatLng;

export const discoveryPinKey = (id: string): string => `discovery:${id}`;

export const discoveryPin = (discovery: Discovery): Pin => ({
  key: discoveryPinKey(discovery.id),
  kind: 'discovery',
  title: workTitle(discovery.title),
  position: { lat: discovery.latitude, lng: discovery.longitude },
  gone: discovery.status === 'gone',
});

export const wallPin = (wall: LegalWall): Pin => ({
  key: `wall:${wall.id}`,
  kind: 'wall',
  title: wall.name,
  position: { lat: wall.latitude, lng: wall.longitude },
  gone: false,
});
