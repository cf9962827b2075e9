import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { LegalWall } from '../../api/types';
import { api } from '../../api/http';
import { type Area, areaQuery, nearbyOrRefused, type Pin, whileKept } from '../map';

/** First search radius, in metres (product constant). */
export const WALLS_RADIUS = 50_000;

const wallsKey = ['/api/legal-walls/nearby'] as const;

/** Runs only when a place is known; a failed request gives an empty list. */
export const wallsNearby = (area: Area | null) =>
  queryOptions({
    queryKey: [...wallsKey, area],
    enabled: area !== null,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      nearbyOrRefused<LegalWall>(api.GET('/api/legal-walls/nearby', { params: { query: areaQuery(area!) }, signal })),
    refetchInterval: whileKept,
  });

export const wallPin = (wall: LegalWall): Pin => ({
  key: `wall:${wall.id}`,
  kind: 'wall',
  title: wall.name,
  position: { lat: wall.latitude, lng: wall.longitude },
  gone: false,
});
