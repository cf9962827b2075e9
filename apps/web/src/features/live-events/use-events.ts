import { m } from '#messages';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { LiveEvent } from '../../api/types';
import { isUnauthorized } from '../../lib/http';
import { problemDetail } from '../../lib/problems';
import { toast } from '../../ui/toast';
import { joinEvent, leaveEvent } from './event-calls';

const listKey = ['/api/community/events'] as const;
const eventKey = (id: string) => ['/api/community/events', id] as const;

/** Live and upcoming events by their start; for players. */
export const useEvents = () => useQuery<LiveEvent[]>({ queryKey: listKey });

/** One event, also one that is over. */
export const useEvent = (id: string) => useQuery<LiveEvent>({ queryKey: eventKey(id) });

/** An organiser changed them: what is shown of them is read again. */
export const eventsChanged = (client: QueryClient) => client.invalidateQueries({ queryKey: listKey });

/** Joins an event or leaves it, which shows at once and is taken back where the server refuses. */
export function useTakingPart(event: LiveEvent) {
  const client = useQueryClient();
  const { id } = event;
  const show = (changed: LiveEvent) => {
    client.setQueryData<LiveEvent[]>(listKey, (events) => events?.map((each) => (each.id === id ? changed : each)));
    client.setQueryData<LiveEvent>(eventKey(id), (known) => known && changed);
  };
  const { mutate, isPending } = useMutation<LiveEvent | null, unknown, boolean, LiveEvent>({
    mutationFn: async (joins) => {
      if (joins) return joinEvent(id);
      await leaveEvent(id);
      return null;
    },
    onMutate: (joins) => {
      const participation = joins ? { joinedAt: new Date().toISOString(), rewardedAt: null } : null;
      show({ ...event, participants: event.participants + (joins ? 1 : -1), participation });
      return event;
    },
    onSuccess: (joined) => {
      if (joined) show(joined);
    },
    onError: (reason, _, before) => {
      if (before) show(before);
      if (!isUnauthorized(reason)) toast({ title: m.live_events_failed_title(), description: problemDetail(reason, m.live_events_failed_text()), variant: 'destructive' });
    },
  });
  return { isBusy: isPending, join: () => mutate(true), leave: () => mutate(false) };
}
