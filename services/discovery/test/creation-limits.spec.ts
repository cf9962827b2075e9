import { discoveryCreated } from '@sprayhunt/contracts';
import { greatCircle, uuidv7 } from '@sprayhunt/service-kit';
import { player } from '@sprayhunt/service-kit/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runDiscovery, type RunningDiscovery } from './running-discovery.js';

const PER_MINUTE = 8;
const PER_DAY = 12;

let discovery: RunningDiscovery;
beforeAll(async () => {
  discovery = await runDiscovery({ DISCOVERIES_PER_MINUTE: String(PER_MINUTE), DISCOVERIES_PER_DAY: String(PER_DAY) });
});
afterAll(() => discovery.stop());

type Person = ReturnType<typeof player>;

const CREATE = `mutation ($input: CreateDiscoveryInput!) { createDiscovery(input: $input) { id } }`;
const place = { latitude: 48.2, longitude: 16.37 };

async function create(as: Person, input: object = {}, key?: string) {
  const headers: Record<string, string> = key ? { 'idempotency-key': key } : {};
  const { data, errors } = await discovery.graphql<{ createDiscovery: { id: string } } | null>(
    CREATE,
    { input: { ...place, ...input } },
    as,
    headers,
  );
  return { id: data?.createDiscovery.id, message: errors?.[0]?.message, ...errors?.[0]?.extensions };
}
const worksOf = ({ subject }: Person) =>
  discovery.database.query<{ id: string }[]>(`SELECT id FROM discoveries WHERE player_id = $1`, [subject]);
/** As if all that a player has done had been done so much earlier. */
async function later({ subject }: Person, interval: string): Promise<void> {
  await discovery.database.query(`UPDATE discoveries SET created_at = created_at - $2::interval WHERE player_id = $1`, [
    subject,
    interval,
  ]);
  await discovery.database.query(
    `UPDATE discovery_counts SET minute_ends = minute_ends - $2::interval, day_ends = day_ends - $2::interval
      WHERE player_id = $1`,
    [subject, interval],
  );
  await discovery.database.query(
    `UPDATE idempotency_keys SET created_at = created_at - $2::interval WHERE holder_id = $1`,
    [subject, interval],
  );
}

describe('the same work', () => {
  it('is refused with the first one’s id and title, whatever the case, accents and spaces', async () => {
    const ann = player();
    const { id } = await create(ann, { title: 'Le Héron' });
    for (const title of ['Le Héron', ' le  heron ', 'ＬＥ\u00a0HÉRON'])
      expect(await create(ann, { title })).toMatchObject({
        id: undefined,
        code: 'SAME_WORK',
        existing: id,
        message: expect.stringContaining('“Le Héron”'),
      });
    expect(await worksOf(ann)).toHaveLength(1);
  });

  it('is one within 25 metres', async () => {
    const ann = player();
    await create(ann, { title: 'Fox' });
    const [near, far] = [
      { ...place, longitude: place.longitude + 0.000_333 },
      { ...place, longitude: place.longitude + 0.000_341 },
    ];
    expect([greatCircle(place, near), greatCircle(place, far)].map(Math.round)).toEqual([25, 25]);
    expect((await create(ann, { title: 'Fox', ...near })).code).toBe('SAME_WORK');
    expect((await create(ann, { title: 'Fox', ...far })).code).toBeUndefined();
    await create(ann, { title: 'Date line', latitude: 0, longitude: 180 });
    expect((await create(ann, { title: 'Date line', latitude: 0, longitude: -179.9999 })).code).toBe('SAME_WORK');
  });

  it('is none of another title, of another player, without a title, or after 24 hours', async () => {
    const [ann, bob] = [player(), player()];
    await create(ann, { title: 'Owl' });
    expect((await create(ann, { title: 'Owls' })).code).toBeUndefined();
    expect((await create(bob, { title: 'Owl' })).code).toBeUndefined();
    for (const title of [undefined, '', '  ']) expect((await create(bob, { title })).code).toBeUndefined();
    await later(ann, '23 hours 59 minutes');
    expect((await create(ann, { title: 'Owl' })).code).toBe('SAME_WORK');
    await later(ann, '1 minute');
    expect((await create(ann, { title: 'Owl' })).code).toBeUndefined();
  });

  it('is one when both come at once', async () => {
    const ann = player();
    const results = await Promise.all(Array.from({ length: 6 }, () => create(ann, { title: 'Twin' })));
    const [made] = results.filter(({ id }) => id);
    expect(results.filter(({ code, existing }) => code === 'SAME_WORK' && existing === made!.id)).toHaveLength(5);
    expect(await worksOf(ann)).toEqual([{ id: made!.id }]);
  });
});

describe('a player’s works', () => {
  it('are exact per minute and day, and the refusal has the time to wait', async () => {
    const ann = player();
    const burst = async (count: number) => {
      const results = await Promise.all(Array.from({ length: count }, () => create(ann)));
      return {
        made: results.filter(({ id }) => id).length,
        refused: results.filter(({ code }) => code === 'RATE_LIMITED'),
      };
    };
    const first = await burst(PER_MINUTE + 5);
    expect([first.made, first.refused.length]).toEqual([PER_MINUTE, 5]);
    expect(first.refused.filter(({ retryAfter }) => !(retryAfter! >= 1 && retryAfter! <= 60))).toEqual([]);
    expect((await create(player())).code).toBeUndefined();

    await later(ann, '1 minute');
    const second = await burst(PER_DAY);
    expect([second.made, second.refused.length]).toEqual([PER_DAY - PER_MINUTE, PER_MINUTE]);
    expect(second.refused.filter(({ retryAfter }) => !(retryAfter! > 80_000 && retryAfter! <= 86_400))).toEqual([]);
    expect(await worksOf(ann)).toHaveLength(PER_DAY);
    expect(
      (await discovery.published(discoveryCreated)).filter(({ playerId }) => playerId === ann.subject),
    ).toHaveLength(PER_DAY);

    await later(ann, '1 day');
    expect((await create(ann)).code).toBeUndefined();
  });

  it('do not count what was refused', async () => {
    const ann = player();
    await create(ann, { title: 'Crane' });
    for (let again = 0; again < PER_MINUTE; again += 1)
      expect((await create(ann, { title: 'Crane' })).code).toBe('SAME_WORK');
    for (let made = 1; made < PER_MINUTE; made += 1) expect((await create(ann)).code).toBeUndefined();
    expect((await create(ann)).code).toBe('RATE_LIMITED');
  });
});

describe('a request with an Idempotency-Key', () => {
  it('returns its first discovery, also where it would be the same work or too much', async () => {
    const ann = player();
    const key = uuidv7();
    const results = await Promise.all(Array.from({ length: 4 }, () => create(ann, { title: 'Once' }, key)));
    expect(new Set(results.map(({ id }) => id)).size).toBe(1);
    for (let made = 1; made < PER_MINUTE; made += 1) await create(ann);
    expect((await create(ann)).code).toBe('RATE_LIMITED');
    expect(await create(ann, { title: 'Once' }, key)).toEqual(results[0]);
  });

  it('is refused with another input, also at the same time', async () => {
    const ann = player();
    const key = uuidv7();
    const results = await Promise.all(['A', 'B', 'C'].map((title) => create(ann, { title }, key)));
    expect(results.filter(({ id }) => id)).toHaveLength(1);
    expect(results.filter(({ code }) => code === 'IDEMPOTENCY_KEY_REUSED')).toHaveLength(2);
  });

  it('is a new one after 7 days', async () => {
    const ann = player();
    const key = uuidv7();
    const { id } = await create(ann, { title: 'Weekly' }, key);
    await later(ann, '6 days 23 hours 59 minutes');
    expect((await create(ann, { title: 'Weekly' }, key)).id).toBe(id);
    await later(ann, '1 minute');
    const next = await create(ann, { title: 'Another' }, key);
    expect(next.id).not.toBe(id);
    expect((await create(ann, { title: 'Another' }, key)).id).toBe(next.id);
    expect((await create(ann, { title: 'Weekly' }, key)).code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it('repeats a discovery that the former release made while this one was rolled out', async () => {
    const ann = player();
    const { id } = await create(ann, { title: 'Former' });
    const [key, former] = [uuidv7(), uuidv7()];
    await discovery.database.query(
      `INSERT INTO discoveries (id, player_id, title, latitude, longitude, address, pin_type, role, is_fresh_art,
        tokens_awarded, idempotency_key, idempotency_hash)
       SELECT $2, player_id, title, latitude, longitude, address, pin_type, role, false, 0, $3, '' FROM discoveries
         WHERE id = $1`,
      [id, former, key],
    );
    for (const title of ['Former', 'Whatever']) expect((await create(ann, { title }, key)).id).toBe(former);
  });

  it('is stored with the discovery, or not at all', async () => {
    const ann = player();
    const keys = () => discovery.database.query(`SELECT FROM idempotency_keys WHERE holder_id = $1`, [ann.subject]);
    await create(ann, { title: 'Same' });
    expect((await create(ann, { title: 'Same' }, uuidv7())).code).toBe('SAME_WORK');
    expect(await keys()).toEqual([]);
    await create(ann, { title: 'Other' }, uuidv7());
    expect(await keys()).toHaveLength(1);
  });
});

describe('requests of several players at once', () => {
  it('each have their own result, award and event', async () => {
    const [fresh, member, twin, keeper, reuser, busy, gone] = Array.from({ length: 7 }, () => player());
    const key = uuidv7();
    const twinOf = await create(twin!, { title: 'Twin' });
    const kept = await create(keeper!, { title: 'Kept' }, key);
    await create(reuser!, { title: 'First' }, key);
    for (let made = 0; made < PER_MINUTE; made += 1) await create(busy!);
    await discovery.database.query(`INSERT INTO pro_members (account_id, pro, as_of) VALUES ($1, true, now())`, [
      member!.subject,
    ]);
    await discovery.database.query(`INSERT INTO erased_accounts (account_id) VALUES ($1)`, [gone!.subject]);

    const results = await Promise.all([
      create(fresh!, { title: 'Quote " and \\ and\ttab' }),
      create(member!, { title: 'Member', userRole: 'artist' }),
      create(twin!, { title: 'Twin' }),
      create(keeper!, { title: 'Kept' }, key),
      create(reuser!, { title: 'Second' }, key),
      create(busy!),
      create(gone!),
    ]);

    expect(results.map(({ code }) => code)).toEqual([
      undefined,
      undefined,
      'SAME_WORK',
      undefined,
      'IDEMPOTENCY_KEY_REUSED',
      'RATE_LIMITED',
      'UNAUTHENTICATED',
    ]);
    expect([results[2].existing, results[3].id]).toEqual([twinOf.id, kept.id]);
    const published = await discovery.published(discoveryCreated);
    const ofPlayers = [fresh, member, twin, keeper, reuser, gone].map((of) =>
      published
        .filter(({ playerId }) => playerId === of!.subject)
        .map(({ title, tokens, discoveryId }) => ({ title, tokens, discoveryId })),
    );
    expect(ofPlayers.map((events) => events.length)).toEqual([1, 1, 1, 1, 1, 0]);
    expect(ofPlayers[0]).toEqual([{ title: 'Quote " and \\ and tab', tokens: 50, discoveryId: results[0].id }]);
    expect(ofPlayers[1]).toEqual([{ title: 'Member', tokens: 300, discoveryId: results[1].id }]);
    expect(
      await discovery.database.query(`SELECT tokens_awarded FROM discoveries WHERE id = $1`, [results[1].id]),
    ).toEqual([{ tokens_awarded: 300 }]);
  });

  it('go on while one of them waits for a lock', async () => {
    const [waits, other] = [player(), player()];
    const runner = discovery.database.createQueryRunner();
    await runner.startTransaction();
    await runner.query(`SELECT pg_advisory_xact_lock(hashtextextended('discoveries:' || $1, 0))`, [waits.subject]);
    let isDone = false;
    const waiting = create(waits).finally(() => (isDone = true));
    expect((await create(other)).code).toBeUndefined();
    // Another request of the same player does not overtake the first.
    const next = create(waits, { title: 'Next' });
    expect((await create(other)).code).toBeUndefined();
    expect(isDone).toBe(false);
    await runner.rollbackTransaction();
    await runner.release();
    const [first, second] = await Promise.all([waiting, next]);
    expect(first.id! < second.id!).toBe(true);
  });
});
