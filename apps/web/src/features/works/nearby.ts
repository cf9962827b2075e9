import { keepPreviousData, type Query, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Discovery } from '../../api/types';
import { api } from '../../api/http';
import { loadPart } from '../../ui/lazy-part';
import {
  type Area,
  areaQuery,
  dropFromTiles,
  type LatLng,
  nearbyOrRefused,
  type Pin,
  refetchWorkTiles,
  whileKept,
  workTitle,
} from '../map';
import { cacheList } from './use-works';

/** First search radius, in metres (product constant). */
export const DISCOVERIES_RADIUS = 5_000;

export const discoveriesKey = ['/api/discoveries/nearby'] as const;
/**
 * The works around a place: the name of their list in Apollo's cache. Runs only when a place is known; a failed request
 * returns an empty list.
 */
export const discoveriesNearby = (area: Area | null) =>
  queryOptions({
    queryKey: [...discoveriesKey, area],
    enabled: area !== null,
    placeholderData: keepPreviousData,
    queryFn: async (query) => {
      const { items, ...nearby } = await nearbyOrRefused<Discovery>(
        api.GET('/api/discoveries/nearby', { params: { query: areaQuery(area!) }, signal: query.signal }),
      );
      return { ...nearby, list: await cacheList(query, items) };
    },
    refetchInterval: whileKept,
  });

/** Milliseconds after which the map's counts include a new work; the list has it at once. */
const COUNTED_AFTER = 1_000;

/** Reads again what is nearby, after works came or went. */
export function refetchNearby(client: QueryClient): Promise<void> {
  setTimeout(() => void refetchWorkTiles(client), COUNTED_AFTER);
  return client.invalidateQueries({ queryKey: discoveriesKey });
}

/** Removes a discovery from the map and from every list. */
export async function dropDiscovery(client: QueryClient, id: string): Promise<void> {
  client.removeQueries({ queryKey: discoveryKey(id) });
  dropFromTiles(client, discoveryPinKey(id));
  const { evictWork } = await loadPart(() => import('./work-cache'));
  evictWork(client, id);
}

/** Requests for a discovery that are running while it is changed: their result may be from before the change. */
export function readsOf(client: QueryClient, id: string) {
  const cancelled = new Set<Query>();
  return {
    async cancel(): Promise<void> {
      const running = [discoveriesKey, discoveryKey(id)].flatMap((queryKey) =>
        client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' }),
      );
      running.forEach((query) => cancelled.add(query));
      await Promise.all(running.map(({ queryKey }) => client.cancelQueries({ queryKey, exact: true })));
    },
    /** Starts the cancelled requests again. */
    refetch(): void {
      for (const { queryKey } of cancelled) void client.refetchQueries({ queryKey, exact: true });
    },
  };
}

const discoveryKey = (id: string) => ['work', id] as const;

/** One work: the name of its list in Apollo's cache, or null if the work does not exist. */
export const oneDiscovery = (id: string | undefined) =>
  queryOptions({
    queryKey: discoveryKey(id ?? ''),
    enabled: Boolean(id),
    queryFn: async (query) => {
      const { fetchWork } = await loadPart(() => import('./work-cache'));
      const work = await fetchWork(query.client, id!);
      return work && cacheList(query, [work]);
    },
  });

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
