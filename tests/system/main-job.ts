import { eventually } from '@sprayhunt/service-kit/testing';
import { expect } from '@jest/globals';
import { Player } from './player.js';

/** What a documented work earns. */
const AWARD = 50;

/**
 * The product's main job, from outside, at any address in local mode: a player signs up, documents a work, sees it in
 * the list of what is nearby, and has the tokens for it.
 * @returns the player
 */
export async function mainJob(url: string): Promise<Player> {
  const player = await Player.signUp(url);
  const { id, tokensAwarded } = await player.document();
  expect(tokensAwarded).toBe(AWARD);
  const { latitude, longitude } = (await player.read(`/api/discoveries/${id}`)) as {
    latitude: number;
    longitude: number;
  };
  const nearby = (await player.read(`/api/discoveries/nearby?latitude=${latitude}&longitude=${longitude}`)) as {
    id: string;
  }[];
  expect(nearby.map((work) => work.id)).toContain(id);
  await expectBalance(player, AWARD);
  return player;
}

export const expectBalance = (player: Player, tokens: number): Promise<void> =>
  eventually(async () => expect(await player.read('/api/auth/user')).toMatchObject({ tokens }), { timeout: 30_000 });
