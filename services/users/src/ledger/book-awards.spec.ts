import { describe, expect, it } from '@jest/globals';
import { bookAwards, transferId, type Award } from './book-awards.js';
import type { PlayerStatistics } from './player-statistics.entity.js';

const award = (fields: Partial<Award> = {}): Award => ({
  reason: 'discovery',
  sourceId: '1',
  accountId: 'ann',
  amount: 50,
  xp: 15,
  discoveries: 1,
  ...fields,
});
const ANN: PlayerStatistics = { accountId: 'ann', tokens: 100, discoveries: 2, xp: 30, score: 130 };
const BOB: PlayerStatistics = { accountId: 'bob', tokens: 0, discoveries: 0, xp: 0, score: 0 };
const known = new Map([ANN, BOB].map((player) => [player.accountId, player]));

describe('an award', () => {
  it('adds coins, discoveries, XP and score; a discovery is 15 of the score', () => {
    expect(bookAwards([award()], known, new Set())).toEqual({
      booked: [{ transferId: transferId(award()), balance: 150, award: award() }],
      statistics: [{ accountId: 'ann', tokens: 150, discoveries: 3, xp: 45, score: 195 }],
    });
  });

  it('has the balance after it, in the order of the awards and by player', () => {
    const awards = [
      award(),
      award({ sourceId: '2', accountId: 'bob', amount: 150 }),
      award({ sourceId: '3', reason: 'mission', amount: 200, xp: 0, discoveries: 0 }),
    ];
    const { booked, statistics } = bookAwards(awards, known, new Set());
    expect(booked.map(({ balance }) => balance)).toEqual([150, 150, 350]);
    expect(statistics).toEqual([
      { accountId: 'ann', tokens: 350, discoveries: 3, xp: 45, score: 395 },
      { accountId: 'bob', tokens: 150, discoveries: 1, xp: 15, score: 165 },
    ]);
  });

  it.each([
    ['was paid before', [award()], new Set([transferId(award())])],
    ['has no coins', [award({ amount: 0 })], new Set<string>()],
    ['belongs to an erased account', [award({ accountId: 'gone' })], new Set<string>()],
  ])('is not booked if it %s', (_, awards, paid) => {
    expect(bookAwards(awards, known, paid)).toEqual({ booked: [], statistics: [] });
  });

  it('is booked once if it comes twice', () => {
    const { booked, statistics } = bookAwards([award(), award()], known, new Set());
    expect(booked).toHaveLength(1);
    expect(statistics[0]).toMatchObject({ tokens: 150 });
  });
});

describe("a transfer's id", () => {
  it('is a version 5 uuid of reason and source', () => {
    const id = transferId({ reason: 'discovery', sourceId: 'a' });
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(transferId({ reason: 'discovery', sourceId: 'a' })).toBe(id);
    expect(transferId({ reason: 'tutorial', sourceId: 'a' })).not.toBe(id);
  });
});
