import { randomUUID } from 'node:crypto';
import type { Sent } from './open-loop.js';
import type { Accepted, Player } from './player.js';

export const AROUND = 'latitude=45.55&longitude=-73.55';

/**
 * What players do at a time: mostly reads, of every service, and writes that pass through two of them.
 * @param imageUrl path of a picture
 * @param more further requests, each as often as the others
 */
export function playersMix(
  players: readonly Player[],
  imageUrl: string,
  ...more: (() => Sent)[]
): (turn: number) => Sent {
  return (turn) => {
    const player = players[turn % players.length]!;
    const read = (at: string): Sent => ({ method: 'GET', path: at, headers: player.headers, status: 200 });
    const write = (at: string, body: object): Sent => ({
      method: 'POST',
      path: at,
      headers: { ...player.headers, 'idempotency-key': randomUUID() },
      body,
      status: 201,
    });
    const work = (): Sent => ({
      ...write('/api/discoveries', {
        title: `Work ${turn}`,
        latitude: 45.5 + Math.random() / 10,
        longitude: -73.6 + Math.random() / 10,
      }),
      taken: (content) => {
        const { id, tokensAwarded } = content as Accepted;
        player.accepted.push({ id, tokensAwarded });
      },
    });
    const all = [
      () => read(`/api/discoveries/nearby?${AROUND}`),
      () => read('/api/auth/user'),
      () => read('/api/graffiti-missions'),
      () => read('/api/products'),
      () => read(imageUrl),
      () => read('/api/map/works/12/1210/1463.mvt'),
      () => read('/api/discoveries/user'),
      () => read('/api/profile/art'),
      () => read('/'),
      () =>
        Math.floor(turn / 10) % 2 === 0
          ? work()
          : write('/api/community/forum', { title: `Thread ${turn}`, content: 'Fat or thin caps?' }),
      ...more,
    ];
    return all[turn % all.length]!();
  };
}
