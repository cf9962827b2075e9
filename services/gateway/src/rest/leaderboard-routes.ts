import type { Route } from './route.js';

interface Leaderboard {
  nodes: readonly { you?: boolean }[];
  me?: { rank: number | null };
}

/** The leaderboards. */
export const leaderboardRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/leaderboard',
    summary: 'At most 50 players by score, the highest first, of a period in UTC and an area of the signed-in player',
    operation: 'leaderboard',
    access: 'player',
    input: { from: 'query', defaults: { period: 'all', area: 'world' } },
    status: 200,
    response: {
      kind: 'whole-list',
      name: 'LeaderboardEntry',
      header: {
        name: 'x-own-rank',
        description: "The player's own rank, where the player is ranked and not in the list.",
        of: (list) => {
          const { nodes, me } = list as Leaderboard;
          return me?.rank == null || nodes.some(({ you }) => you) ? undefined : String(me.rank);
        },
      },
    },
  },
];
