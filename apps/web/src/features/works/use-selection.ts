import { m } from '#messages';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { paths } from '../../lib/paths';
import type { Discovery, LegalWall } from '../../api/types';
import { problemDetail } from '../../api/problems';
import { toast } from '../../ui/toast';
import type { LatLng } from '../map';
import { discoveryPinKey, oneDiscovery } from './nearby';

/** The open pin, and the discovery of a share link. */
export function useSelection() {
  const { id: sharedId } = useParams();
  const navigate = useNavigate();
  const shared = useQuery(oneDiscovery(sharedId));
  const [picked, setPicked] = useState<string | null>(null);
  const [isClosed, setClosed] = useState(false);

  useEffect(() => {
    setClosed(false);
    setPicked(null);
  }, [sharedId]);
  useNotOpened(shared);

  const sharedKey = shared.data ? discoveryPinKey(shared.data.id) : null;
  // Known also after it is closed: the map stays there.
  const place = useRef<LatLng | null>(null);
  if (shared.data) place.current = { lat: shared.data.latitude, lng: shared.data.longitude };
  const selected = isClosed ? null : (picked ?? sharedKey);
  return {
    selected,
    shared: { discovery: shared.data ?? null, place: place.current, isPending: Boolean(sharedId) && shared.isPending },
    select: (key: string) => {
      setPicked(key);
      setClosed(false);
    },
    close: () => {
      setPicked(null);
      setClosed(true);
      if (sharedId) void navigate(paths.home, { replace: true });
    },
  };
}

function useNotOpened({ data, error }: { data?: Discovery | null; error: Error | null }): void {
  const isUnknown = data === null;
  useEffect(() => {
    if (error || isUnknown)
      toast({
        title: m.works_error(),
        description: isUnknown ? m.works_not_on_map() : problemDetail(error, m.works_not_opened()),
        variant: 'destructive',
      });
  }, [error, isUnknown]);
}

export type Selected = { kind: 'discovery'; discovery: Discovery } | { kind: 'wall'; wall: LegalWall } | null;

/** The selected thing itself, as the lists hold it now; a work of the map that they do not hold is read by itself. */
export function useSelected(
  key: string | null,
  works: Discovery[],
  walls: LegalWall[],
  shared: Discovery | null,
): Selected {
  const listed = findSelected(key, works, walls, shared);
  const unlisted = !listed && key && !key.startsWith('wall:') ? idOf(key) : undefined;
  const { data, error } = useQuery(oneDiscovery(unlisted));
  useNotOpened({ data, error });
  return listed ?? (unlisted && data ? { kind: 'discovery', discovery: data } : null);
}

const idOf = (key: string): string => key.slice(key.indexOf(':') + 1);

function findSelected(key: string | null, works: Discovery[], walls: LegalWall[], shared: Discovery | null): Selected {
  if (!key) return null;
  const id = idOf(key);
  if (key.startsWith('wall:')) {
    const wall = walls.find((each) => each.id === id);
    return wall ? { kind: 'wall', wall } : null;
  }
  const discovery = works.find((each) => each.id === id) ?? (shared?.id === id ? shared : null);
  return discovery ? { kind: 'discovery', discovery } : null;
}
