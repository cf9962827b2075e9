import { m } from '#messages';
import { useMutation, useQuery } from '@apollo/client/react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { readFragment } from '../../api/graph/fragment-masking';
import type { MyPartFragment } from '../../api/graph/graphql';
import {
  LeaveMissionDocument,
  MyMissionsDocument,
  MyPartFragmentDoc,
  StartMissionDocument,
} from '../../api/graph/missions/missions';
import type { User } from '../../api/types';
import { browser } from '../../lib/browser';
import { isUnauthorized } from '../../api/http';
import { problemDetail } from '../../api/problems';
import { useLive } from '../../api/live';
import { loginUrl } from '../../lib/paths';
import { userKey } from '../../api/shared-facts';
import { toast } from '../../ui/toast';
import { useUser } from '../session';
import { notifyMissionCompleted } from './notify-completed';
import { savePendingStart, takePendingStart } from './pending-start';

/** Own participations that are read: more than a player may have under way, and those completed last. */
const PARTS = 100;

/** The player's parts by mission, and how to take part. A guest signs in first; the start follows on return. */
export function useParticipations() {
  const { user } = useUser();
  const client = useQueryClient();
  const isPlayer = Boolean(user);
  const { data, error, refetch } = useQuery(MyMissionsDocument, { variables: { first: PARTS }, skip: !isPlayer });
  const [start, starting] = useMutation(StartMissionDocument);
  const [leave, leaving] = useMutation(LeaveMissionDocument);
  const parts = new Map(
    (data?.myParticipations.nodes ?? [])
      .map((node) => readFragment(MyPartFragmentDoc, node))
      .map((part) => [part.missionId, part] as const),
  );

  const fail = (reason: unknown) => {
    if (!isUnauthorized(reason))
      toast({
        title: m.missions_failed_title(),
        description: problemDetail(reason, m.missions_failed_text()),
        variant: 'destructive',
      });
  };
  const begin = async (id: string) => {
    if (!user) {
      savePendingStart(id);
      browser.goTo(loginUrl(window.location.pathname));
      return;
    }
    await start({ variables: { id }, refetchQueries: [MyMissionsDocument] })
      .then(() => toast({ title: m.missions_started_title(), description: m.missions_started_text() }))
      .catch(fail);
  };
  const end = (id: string) =>
    leave({ variables: { id }, refetchQueries: [MyMissionsDocument] }).then(() => undefined, fail);

  const resume = useEffectEvent(() => {
    const id = takePendingStart();
    if (id) void begin(id);
  });
  useEffect(() => {
    if (isPlayer) resume();
  }, [isPlayer]);

  useLive(isPlayer ? '/api/live' : null, user ? `${user.id}:${user.status}` : 'guest', {
    tokens: ({ balance, change, reason }) => {
      client.setQueryData<User | null>(userKey, (known) => known && { ...known, tokens: balance });
      if (reason !== 'mission') return;
      notifyMissionCompleted(change);
      void refetch();
    },
    onResumed: () => void refetch(),
  });

  return {
    parts: parts as ReadonlyMap<string, MyPartFragment>,
    error,
    begin,
    end,
    isBusy: starting.loading || leaving.loading,
  };
}
