import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { Discovery } from '../../api/types';
import { metresBetween } from '../../lib/great-circle';
import {
  type Area,
  areaFor,
  isInView,
  type LatLng,
  type MapView,
  type MapWorks,
  type Pin,
  useMapWorks,
  type UserLocation,
} from '../map';
import { WALLS_RADIUS, wallsNearby } from '../walls';
import {
  DISCOVERIES_RADIUS,
  discoveriesNearby,
  discoveryPinKey,
  dropDiscovery,
  type NewWork,
  refetchNearby,
} from './nearby';
import { discoveryItem, wallItem } from './nearby-items';
import { useWorks } from './use-works';

/** Above the scale of a city, the largest circle that may be requested is only a dot of the view. */
const CITY_ZOOM = 8;

/** Discoveries and walls around the player and, once they look elsewhere, around the middle of the map. */
export function useNearbyDiscoveries(
  location: UserLocation,
  { followsPlayer, onLanded }: { followsPlayer: boolean; onLanded: (key: string) => void },
) {
  const client = useQueryClient();
  const [areas, setAreas] = useState<{ works: Area; walls: Area } | null>(null);
  const [view, setView] = useState<MapView | null>(null);
  const position = location.position;

  const lookAroundPlayer = useEffectEvent(() => {
    if (position && followsPlayer)
      setAreas({
        works: { center: position, radius: DISCOVERIES_RADIUS },
        walls: { center: position, radius: WALLS_RADIUS },
      });
  });
  // Not at every step: after the first position the area follows the map.
  useEffect(() => lookAroundPlayer(), [location.status, followsPlayer]);

  const onView = useCallback((view: MapView) => {
    setView(view);
    setAreas((present) => {
      const works = areaFor(view, present?.works ?? null, DISCOVERIES_RADIUS);
      const walls = areaFor(view, present?.walls ?? null, WALLS_RADIUS);
      return present && works === present.works && walls === present.walls ? present : { works, walls };
    });
  }, []);

  const list = useQuery(discoveriesNearby(areas?.works ?? null));
  const works = useWorks(list.data?.list);
  const walls = useQuery(wallsNearby(areas?.walls ?? null));
  const items = useMemo(
    () => [...(works ?? []).map(discoveryItem), ...(walls.data?.items ?? []).map(wallItem)],
    [works, walls.data],
  );
  const listed = useMemo(() => items.map(({ pin }) => pin), [items]);
  const onMap = useMapWorks(view);
  const pins = useMemo(() => pinsOf(onMap, listed), [onMap, listed]);
  const countedCells = onMap?.countedCells ?? NONE;
  const beyond = useMemo(
    () => (view && countedCells.length === 0 ? nearestBeyond(view, pins) : null),
    [view, pins, countedCells],
  );
  const expectLanding = useLanding(pins, onLanded);
  const refetchSoon = useThrottled(useCallback(() => void refetchNearby(client), [client]));

  return {
    items,
    pins,
    countedCells,
    /** The map shows the works of the whole view, and not just those of the lists. */
    isWhole: onMap !== null,
    area: areas?.works ?? null,
    works: works ?? NO_WORKS,
    walls: walls.data?.items ?? [],
    isCut: list.data?.isCut ?? false,
    state: stateOf(list, works, walls),
    isFar: view !== null && view.zoom < CITY_ZOOM,
    /** Where to go when the view is empty: the nearest pin and its distance in metres. */
    beyond,
    onView,
    retry: () => void Promise.all([list.refetch(), walls.refetch()]),
    /** The pin of this work lands with a puff of paint once it appears. */
    expectLanding,
    /** Another player added a work near here; without its id, one may have been missed. */
    announce: useCallback(
      (id?: string) => {
        if (id) expectLanding({ id });
        refetchSoon();
      },
      [refetchSoon, expectLanding],
    ),
    /** Moderators took a work off the map, or its player did. */
    drop: useCallback(
      (id: string) => {
        void dropDiscovery(client, id).catch(() => undefined);
        refetchSoon();
      },
      [client, refetchSoon],
    ),
  };
}

/** Milliseconds between two reads of the lists because of live events. */
const REFETCH_INTERVAL_MS = 5_000;

/** Runs `task` at once, and for all calls of the next seconds once at their end. */
function useThrottled(task: () => void): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isAgain = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(() => {
    const pause = () =>
      setTimeout(() => {
        timer.current = isAgain.current ? pause() : undefined;
        if (isAgain.current) task();
        isAgain.current = false;
      }, REFETCH_INTERVAL_MS);
    if (timer.current) {
      isAgain.current = true;
      return;
    }
    timer.current = pause();
    task();
  }, [task]);
}

const NO_WORKS: Discovery[] = [];
const NONE: MapWorks['countedCells'] = [];

/**
 * The pins of the map: the walls of the list, and the works of the view. The list has a new work before it is counted,
 * so it adds what the map is near enough to show; it is also what the map shows where that cannot be loaded.
 */
function pinsOf(onMap: MapWorks | null, listed: readonly Pin[]): Pin[] {
  if (!onMap) return [...listed];
  const ofList = new Map(listed.map((pin) => [pin.key, pin]));
  const onTiles = new Set(onMap.pins.map(({ key }) => key));
  return [
    // A tile is from before the last change of a work that the page keeps.
    ...onMap.pins.map((pin) => ofList.get(pin.key) ?? pin),
    ...listed.filter(
      ({ kind, key }) => kind === 'wall' || (onMap.isNear && onMap.countedCells.length === 0 && !onTiles.has(key)),
    ),
  ];
}

function nearestBeyond(view: MapView, pins: readonly Pin[]): { pin: Pin; metres: number } | null {
  if (pins.some(({ position }) => isInView(view, position))) return null;
  return pins.reduce<{ pin: Pin; metres: number } | null>((best, pin) => {
    const metres = metresBetween(view.center, pin.position);
    return best && best.metres <= metres ? best : { pin, metres };
  }, null);
}

type Query = { isPending: boolean; isError: boolean; data?: { refused: boolean } };

function stateOf(list: Query, works: Discovery[] | null, walls: Query): 'loading' | 'ready' | 'error' {
  if (list.isError || list.data?.refused) return 'error';
  if (list.isPending || works === null || walls.isPending) return 'loading';
  return 'ready';
}

/** Milliseconds in which a new work has to appear, to appear as new. */
const LANDS_WITHIN = 10_000;

/** Reports the pins of new works, each once. The returned function names a work that is new. */
function useLanding(pins: readonly Pin[], onLanded: (key: string) => void): (work: NewWork) => void {
  /** Both by a pin's key and by its place. */
  const expected = useRef(new Map<string, number>());
  const known = useRef(new Map<string, string>());
  const notify = useEffectEvent(onLanded);
  useEffect(() => {
    known.current = new Map(
      pins.flatMap(({ key, position }) => [
        [key, key],
        [placeKey(position), key],
      ]),
    );
    const landed = new Set<string>();
    for (const [name, since] of expected.current) {
      const isLate = Date.now() - since > LANDS_WITHIN;
      const key = known.current.get(name);
      if (!isLate && !key) continue;
      expected.current.delete(name);
      if (!isLate && key) landed.add(key);
    }
    landed.forEach((key) => notify(key));
  }, [pins]);
  return useCallback((work) => {
    const key = 'id' in work ? discoveryPinKey(work.id) : placeKey(work);
    if (!known.current.has(key)) expected.current.set(key, Date.now());
  }, []);
}

const placeKey = ({ lat, lng }: LatLng) => `${lat},${lng}`;
