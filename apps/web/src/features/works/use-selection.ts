import { m } from '#messages';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type Location, useLocation, useNavigate, useParams } from 'react-router-dom';
import { paths } from '../../lib/paths';
import type { Discovery, LegalWall } from '../../api/types';
import { problemDetail } from '../../api/problems';
import { toast } from '../../ui/toast';
import { type MapPlace, parseMapPlace, formatSearch, START_ZOOM } from '../map';
import { discoveryPinKey, oneDiscovery } from './nearby';
import { useWorks } from './use-works';

/** Parameters of the map home's address that name what is open, by the kinds of pins. */
const PARAMETERS = { discovery: 'work', wall: 'wall' } as const;
type Kind = keyof typeof PARAMETERS;

/** The state of a history entry that was pushed to open a pin: the one before is the same map without it. */
interface OpenedHere {
  isOpenedHere: true;
}

/**
 * The open pin, which the address names: `/d/<id>`, or the parameter `work` or `wall` of the map home. Opening a pin
 * adds an entry to the history, so that Back closes it; opening another pin replaces that entry.
 */
export function useSelection() {
  const { id: sharedId } = useParams();
  const location = useLocation() as Location<OpenedHere | null>;
  const navigate = useNavigate();
  /** Close has been pressed on this history entry: a second click must not go back twice. */
  const isLeaving = useRef(false);
  useEffect(() => {
    isLeaving.current = false;
  }, [location.key]);
  const selected = sharedId ? discoveryPinKey(sharedId) : keyIn(new URLSearchParams(location.search));
  return {
    selected,
    select: (key: string) => {
      if (key === selected) return;
      const to = { pathname: paths.home, search: searchWith(key) };
      if (selected === null) void navigate(to, { state: { isOpenedHere: true } satisfies OpenedHere });
      else void navigate(to, { replace: true, state: location.state });
    },
    close: () => {
      if (selected === null || isLeaving.current) return;
      isLeaving.current = true;
      if (location.state?.isOpenedHere) void navigate(-1);
      else void navigate({ pathname: paths.home, search: searchWith(null) }, { replace: true });
    },
  };
}

function keyIn(search: URLSearchParams): string | null {
  for (const [kind, name] of Object.entries(PARAMETERS)) {
    const id = search.get(name);
    if (id) return `${kind}:${id}`;
  }
  return null;
}

/** The present parameters, which have the place of the map, with this pin in place of the open one. */
function searchWith(key: string | null): string {
  const search = new URLSearchParams(window.location.search);
  for (const name of Object.values(PARAMETERS)) search.delete(name);
  if (key) search.set(PARAMETERS[kindOf(key)], idOf(key));
  return formatSearch(search);
}

/**
 * Where the map opens if not at the player: at the place in the address, else at the work in the address. `isPending`
 * while that work is fetched.
 */
export function useStart(): { start: MapPlace | null; isPending: boolean } {
  const { id: sharedId } = useParams();
  const { search } = useLocation();
  const [{ place, key }] = useState(() => {
    const parameters = new URLSearchParams(search);
    return { place: parseMapPlace(parameters), key: sharedId ? discoveryPinKey(sharedId) : keyIn(parameters) };
  });
  const work = !place && key && kindOf(key) === 'discovery' ? idOf(key) : undefined;
  const { found: opened, isPending } = useWork(work);
  const placeOfWork = opened && { center: { lat: opened.latitude, lng: opened.longitude }, zoom: START_ZOOM };
  // Kept after the work is closed or removed: the map stays there.
  const found = useRef(place);
  found.current ??= placeOfWork;
  return { start: found.current, isPending: found.current === null && work !== undefined && isPending };
}

export type Selected = { kind: 'discovery'; discovery: Discovery } | { kind: 'wall'; wall: LegalWall } | null;

/** The selected thing itself, as the lists hold it now; a work that they do not hold is read by itself. */
export function useSelected(key: string | null, works: Discovery[], walls: LegalWall[]): Selected {
  const listed = findSelected(key, works, walls);
  const unlisted = !listed && key && kindOf(key) === 'discovery' ? idOf(key) : undefined;
  const { found, isUnknown, error } = useWork(unlisted);
  useNotOpened(isUnknown, error);
  return listed ?? (found && { kind: 'discovery', discovery: found });
}

/** A work that no list contains; `isUnknown` if it does not exist. */
function useWork(id: string | undefined) {
  const { data, error } = useQuery(oneDiscovery(id));
  const found = useWorks(data)?.find((work) => work.id === id) ?? null;
  const isUnknown = data === null;
  return { found, isUnknown, error, isPending: !found && !isUnknown && !error };
}

function useNotOpened(isUnknown: boolean, error: Error | null): void {
  useEffect(() => {
    if (error || isUnknown)
      toast({
        title: m.works_error(),
        description: isUnknown ? m.works_not_on_map() : problemDetail(error, m.works_not_opened()),
        variant: 'destructive',
      });
  }, [error, isUnknown]);
}

const idOf = (key: string): string => key.slice(key.indexOf(':') + 1);
const kindOf = (key: string): Kind => (key.startsWith('wall:') ? 'wall' : 'discovery');

function findSelected(key: string | null, works: Discovery[], walls: LegalWall[]): Selected {
  if (!key) return null;
  const id = idOf(key);
  if (kindOf(key) === 'wall') {
    const wall = walls.find((each) => each.id === id);
    return wall ? { kind: 'wall', wall } : null;
  }
  const discovery = works.find((each) => each.id === id);
  return discovery ? { kind: 'discovery', discovery } : null;
}
