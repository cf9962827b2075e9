import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { discoveryAwardReleased, discoveryCreated } from '@sprayhunt/contracts';
import { player } from '@sprayhunt/service-kit/harness';
import { eventually } from '@sprayhunt/service-kit/testing';
import { WithheldAwards } from '../src/awards/withheld-awards.js';
import { runDiscovery, type RunningDiscovery } from './running-discovery.js';

let discovery: RunningDiscovery;
beforeAll(async () => {
  discovery = await runDiscovery();
});
afterAll(() => discovery.stop());

type Person = ReturnType<typeof player>;
type Made = { id: string; tokensAwarded: number; withheldAward: { tokens: number; payableFrom: string } | null };

const FIELDS = 'id tokensAwarded withheldAward { tokens payableFrom }';
const CREATE = `mutation ($input: CreateDiscoveryInput!) { createDiscovery(input: $input) { ${FIELDS} } }`;

const MONTREAL = { latitude: 45.5, longitude: -73.6 };
const PARIS = { latitude: 48.86, longitude: 2.35 };
const EVERYWHERE = [
  MONTREAL,
  PARIS,
  { latitude: -33.87, longitude: 151.2 },
  { latitude: -1.29, longitude: 36.82 },
  { latitude: 35.68, longitude: 139.69 },
  { latitude: -34.6, longitude: -58.38 },
  { latitude: 19.43, longitude: -99.13 },
  { latitude: -77.85, longitude: 166.67 },
];

async function create(as: Person, input: object, on: Pick<RunningDiscovery, 'graphql'> = discovery): Promise<Made> {
  const { data } = await on.graphql<{ createDiscovery: Made }>(CREATE, { input }, as);
  return data!.createDiscovery;
}
const read = async (id: string, as: Person) =>
  (await discovery.graphql<{ discovery: Made }>(`query ($id: ID!) { discovery(id: $id) { ${FIELDS} } }`, { id }, as))
    .data!.discovery;
const released = async (ofPlayer: Person) =>
  (await discovery.published(discoveryAwardReleased)).filter(({ playerId }) => playerId === ofPlayer.subject);
const releaseIn = (hours: number) =>
  discovery.app.get(WithheldAwards).releaseDue(new Date(Date.now() + hours * 3_600_000));

describe('an award', () => {
  it('is paid at once for the first of works on eight continents, in whatever process, and withheld for the others', async () => {
    const ann = player();
    const another = await discovery.another();
    try {
      let calls!: Promise<Made[]>;
      // Two works are at the insert, or one waits there and the other one for its turn, before any can be read.
      await discovery.database.transaction(async (tx) => {
        await tx.query('LOCK TABLE discoveries IN SHARE MODE');
        calls = Promise.all(EVERYWHERE.map((place, index) => create(ann, place, index % 2 ? another : discovery)));
        const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        await eventually(async () =>
          expect((await discovery.database.query<[]>(waiting)).length).toBeGreaterThanOrEqual(2),
        );
      });
      const works = await calls;
      expect(works.filter(({ tokensAwarded }) => tokensAwarded > 0)).toEqual([
        expect.objectContaining({ tokensAwarded: 50, withheldAward: null }),
      ]);
      expect(works.filter(({ withheldAward }) => withheldAward?.tokens === 50)).toHaveLength(7);
    } finally {
      await another.stop();
    }
    const events = (await discovery.published(discoveryCreated)).filter(({ playerId }) => playerId === ann.subject);
    expect(
      events.map(({ tokens, xp, withheld }) => ({ tokens, xp, withheld })).sort((a, b) => b.tokens - a.tokens),
    ).toEqual([
      { tokens: 50, xp: 15, withheld: undefined },
      ...Array.from({ length: 7 }, () => ({ tokens: 0, xp: 0, withheld: true })),
    ]);
  });

  it('is paid at once for all works of one town that arrive together', async () => {
    const bob = player();
    for (let n = 0; n < 10; n += 1)
      expect((await create(bob, { latitude: 45.5 + 0.03 * n, longitude: -73.6 })).tokensAwarded).toBe(50);
  });

  it('is released after the journey, once, and then read by all', async () => {
    const cem = player();
    await create(cem, MONTREAL);
    const { id, withheldAward } = await create(cem, { ...PARIS, description: 'By the river', userRole: 'artist' });
    expect(Date.parse(withheldAward!.payableFrom) - Date.now()).toBeGreaterThan(5.4 * 3_600_000);
    await releaseIn(5);
    expect(await released(cem)).toEqual([]);
    await releaseIn(6);
    await releaseIn(6);
    expect(await released(cem)).toEqual([
      expect.objectContaining({
        discoveryId: id,
        tokens: 150,
        xp: 15,
        role: 'artist',
        hasDescription: true,
        atLegalWall: expect.any(Boolean),
        ...PARIS,
      }),
    ]);
    expect(await read(id, player())).toEqual({ id, tokensAwarded: 150, withheldAward: null });
  });

  it('is released at one end of the world after the other', async () => {
    const dee = player();
    for (const place of EVERYWHERE.slice(0, 3)) await create(dee, place);
    await releaseIn(6);
    expect(await released(dee)).toHaveLength(1);
    await releaseIn(17);
    expect(await released(dee)).toHaveLength(1);
    await releaseIn(24);
    expect(await released(dee)).toHaveLength(2);
  });

  it('that is withheld keeps nothing from being paid where the player is, and waits for these', async () => {
    const eve = player();
    await create(eve, MONTREAL);
    const { id } = await create(eve, PARIS);
    expect((await create(eve, { ...MONTREAL, latitude: 45.6 })).tokensAwarded).toBe(50);
    await discovery.database.query(`UPDATE discoveries SET award_at = now() + interval '1 hour' WHERE id = $1`, [id]);
    await releaseIn(2);
    expect(await released(eve)).toEqual([]);
    expect(Date.parse((await read(id, eve)).withheldAward!.payableFrom) - Date.now()).toBeGreaterThan(5.4 * 3_600_000);
  });

  it('is withheld for a week at most, wherever its player is paid meanwhile', async () => {
    const gil = player();
    await create(gil, MONTREAL);
    const { id } = await create(gil, PARIS);
    const addedAgo = (time: string) =>
      discovery.database.query(
        `UPDATE discoveries SET created_at = now() - $2::interval, award_at = now() - interval '1 second'
          WHERE id = $1`,
        [id, time],
      );
    await addedAgo('6 days 23 hours');
    await releaseIn(0);
    expect(await released(gil)).toEqual([]);
    const wait = Date.parse((await read(id, gil)).withheldAward!.payableFrom) - Date.now();
    expect(wait).toBeGreaterThan(0.9 * 3_600_000);
    expect(wait).toBeLessThan(1.01 * 3_600_000);
    await addedAgo('7 days 1 second');
    await releaseIn(0);
    expect(await released(gil)).toEqual([expect.objectContaining({ discoveryId: id, tokens: 50 })]);
  });

  it('that is withheld is nobody else’s business', async () => {
    const fay = player();
    await create(fay, MONTREAL);
    const { id } = await create(fay, PARIS);
    expect((await read(id, fay)).withheldAward).toMatchObject({ tokens: 50 });
    expect(await read(id, player())).toEqual({ id, tokensAwarded: 0, withheldAward: null });
  });
});
