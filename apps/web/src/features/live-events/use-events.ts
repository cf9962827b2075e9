import { m } from '#messages';
import { useMutation, useQuery as useGraph } from '@apollo/client/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { readFragment } from '../../api/graph/fragment-masking';
import {
  JoinEventDocument,
  LeaveEventDocument,
  LiveEventFieldsFragmentDoc,
  LiveEventPageDocument,
} from '../../api/graph/live-events/live-events';
import type { LiveEvent } from '../../api/types';
import { isUnauthorized } from '../../api/http';
import { problemDetail } from '../../api/problems';
import { liveEventChanged, liveEventsKey } from '../../api/shared-facts';
import { toast } from '../../ui/toast';

/** Live and upcoming events by their start; for players. */
export const useEvents = () => useQuery<LiveEvent[]>({ queryKey: liveEventsKey });

/** One event, also one that is over: undefined until it is read, null where there is none. */
export function useEvent(id: string) {
  const { data, error, refetch } = useGraph(LiveEventPageDocument, {
    variables: { id },
    fetchPolicy: 'cache-and-network',
  });
  return { event: readFragment(LiveEventFieldsFragmentDoc, data?.liveEvent), error, refetch: () => void refetch() };
}

/** Joins an event or leaves it, which shows at once and is undone if the server refuses. */
export function useTakingPart(event: LiveEvent) {
  const client = useQueryClient();
  const [join, joining] = useMutation(JoinEventDocument);
  const [leave, leaving] = useMutation(LeaveEventDocument);
  const { id } = event;

  const begin = async () => {
    const participation = { joinedAt: new Date().toISOString(), rewardedAt: null };
    const shown = { ...event, participants: event.participants + 1, participation };
    liveEventChanged(client, shown);
    const named = {
      ...shown,
      __typename: 'LiveEvent' as const,
      participation: { ...participation, __typename: 'LiveEventParticipation' as const },
    };
    const { data } = await join({ variables: { id }, optimisticResponse: { joinLiveEvent: named } });
    liveEventChanged(client, readFragment(LiveEventFieldsFragmentDoc, data!.joinLiveEvent));
  };
  const end = async () => {
    liveEventChanged(client, { ...event, participants: event.participants - 1, participation: null });
    await leave({
      variables: { id },
      optimisticResponse: { leaveLiveEvent: true },
      update: (cache) =>
        void cache.modify({
          id: cache.identify({ __typename: 'LiveEvent', id }),
          fields: { participants: (count: number) => count - 1, participation: () => null },
        }),
    });
  };
  const rollBack = (reason: unknown) => {
    liveEventChanged(client, event);
    if (!isUnauthorized(reason))
      toast({
        title: m.live_events_failed_title(),
        description: problemDetail(reason, m.live_events_failed_text()),
        variant: 'destructive',
      });
  };
  return {
    isBusy: joining.loading || leaving.loading,
    join: () => void begin().catch(rollBack),
    leave: () => void end().catch(rollBack),
  };
}
