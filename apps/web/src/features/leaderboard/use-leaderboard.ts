import { useQuery as useGraph } from '@apollo/client/react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { LeaderboardEntry, User } from '../../api/types';
import type { LeaderboardArea, LeaderboardPeriod } from '../../api/graph/graphql';
import { OwnRankDocument } from '../../api/graph/leaderboard/own-rank';
import { useLive } from '../../api/live';

export interface LeaderboardChoice {
  period: LeaderboardPeriod;
  area: LeaderboardArea;
}

/** Milliseconds after which coins that were booked are ranked. */
const RANKED_AFTER_MS = 1_000;

/**
 * The first 50 of a board by REST, and the player's own rank by GraphQL; both are read again after an award of the
 * player.
 */
export function useLeaderboard({ period, area }: LeaderboardChoice, user: User) {
  const list = useQuery<LeaderboardEntry[]>({
    queryKey: [`/api/leaderboard?period=${period}&area=${area}`],
    staleTime: 0,
  });
  const own = useGraph(OwnRankDocument, { variables: { period, area }, fetchPolicy: 'cache-and-network' });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const read = () => {
    void list.refetch();
    void own.refetch();
  };
  useLive('/api/live', `${user.id}:${user.status}`, {
    tokens: () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(read, RANKED_AFTER_MS);
    },
    onResumed: read,
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return { list, own: own.data?.leaderboard };
}
