import {
  accountDataErased,
  accountErased,
  discoveryCreated,
  discoveryRemoved,
  mediaReady,
  membershipChanged,
} from '@sprayhunt/contracts';
import { uuidv7 } from '@sprayhunt/service-kit';
import { eventually } from '@sprayhunt/service-kit/testing';
import { eventOf, player } from '@sprayhunt/service-kit/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runDiscovery, type RunningDiscovery } from './running-discovery.js';

let discovery: RunningDiscovery;
beforeAll(async () => {
  discovery = await runDiscovery();
});
afterAll(() => discovery.stop());

type Person = ReturnType<typeof player>;

const CREATE = `mutation ($input: CreateDiscoveryInput!) { createDiscovery(input: $input) { id } }`;
const create = async (as: Person, input: object = {}) => {
  const { data, errors } = await discovery.graphql<{ createDiscovery: { id: string } } | null>(
    CREATE,
    { input: { latitude: 1, longitude: 2, ...input } },
    as,
  );
  return { id: data?.createDiscovery.id, code: errors?.[0]?.extensions.code };
};
const like = (as: Person, id: string | undefined) =>
  discovery.graphql(`mutation ($id: ID!) { likeDiscovery(id: $id) { likes } }`, { id }, as);
const shown = async (id: string | undefined) =>
  (
    await discovery.graphql<{ discovery: { likes: number } | null }>(
      `query ($id: ID!) { discovery(id: $id) { likes } }`,
      { id },
    )
  ).data!.discovery;

/** Every table's rows in which the id is anywhere, but for the list of those who are gone and the events themselves. */
async function traces({ subject }: Person): Promise<string[]> {
  const tables = await discovery.database.query<{ name: string }[]>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema()
      AND table_name NOT IN ('erased_accounts', 'outbox') AND table_name !~ '^(sent_events|inbox_)'`,
  );
  const found = await Promise.all(
    tables.map(async ({ name }) =>
      (
        await discovery.database.query<object[]>(`SELECT FROM "${name}" t WHERE t::text LIKE '%' || $1 || '%'`, [
          subject,
        ])
      ).length > 0
        ? [name]
        : [],
    ),
  );
  return found.flat();
}
const erasedOf = async ({ subject }: Person) =>
  (await discovery.published(accountDataErased)).filter(({ accountId }) => accountId === subject);

async function erase(person: Person): Promise<void> {
  const before = (await erasedOf(person)).length;
  await discovery.publish(eventOf(accountErased, { accountId: person.subject }));
  await eventually(async () => expect(await erasedOf(person)).toHaveLength(before + 1));
}

describe('an erased account', () => {
  it('deletes its works, likes and pictures, publishes which works are removed, and confirms', async () => {
    const [gone, other] = [player(), player()];
    const works = [
      await create(gone, { title: 'Pier', description: 'I live next door', artistName: 'Me' }),
      await create(gone),
    ];
    const theirs = await create(other);
    for (const fan of [gone, other]) {
      await like(fan, theirs.id);
      await like(fan, works[0]!.id);
    }
    await discovery.publish(eventOf(membershipChanged, { accountId: gone.subject, pro: true, until: null }));
    await discovery.publish(eventOf(mediaReady, picture(gone)));
    await eventually(async () =>
      expect(await traces(gone)).toEqual(expect.arrayContaining(['discoveries', 'likes', 'pictures', 'pro_members'])),
    );
    await erase(gone);
    expect(await traces(gone)).toEqual([]);
    expect(await Promise.all(works.map(({ id }) => shown(id)))).toEqual([null, null]);
    expect(await shown(theirs.id)).toEqual({ likes: 1 });
    const removed = (await discovery.published(discoveryRemoved)).filter(({ playerId }) => playerId === gone.subject);
    expect(removed.map(({ discoveryId }) => discoveryId).sort()).toEqual(works.map(({ id }) => id).sort());
    expect(
      removed.every(({ latitude, longitude }) => typeof latitude === 'number' && typeof longitude === 'number'),
    ).toBe(true);
    expect(await erasedOf(gone)).toEqual([{ accountId: gone.subject, service: 'discovery' }]);
  });

  it('may have made more than fits into one statement', async () => {
    const [gone, other] = [player(), player()];
    await discovery.database.query(
      `INSERT INTO discoveries (id, player_id, latitude, longitude, pin_type, role, is_fresh_art, tokens_awarded)
       SELECT gen_random_uuid(), CASE WHEN n <= 1100 THEN $1::uuid ELSE $2 END, 60, 60, 'tag', 'artist', false, 150
         FROM generate_series(1, 2200) AS n`,
      [gone.subject, other.subject],
    );
    await discovery.database.query(
      `INSERT INTO likes (discovery_id, player_id, active) SELECT id, $1, id::text < '8' FROM discoveries
        WHERE player_id = $2`,
      [gone.subject, other.subject],
    );
    await discovery.database.query(`UPDATE discoveries SET likes = 1 WHERE player_id = $1 AND id::text < '8'`, [
      other.subject,
    ]);
    await erase(gone);
    expect(await traces(gone)).toEqual([]);
    expect(
      await discovery.database.query(
        `SELECT count(*)::int AS n, sum(likes)::int AS likes FROM discoveries WHERE player_id = $1`,
        [other.subject],
      ),
    ).toEqual([{ n: 1_100, likes: 0 }]);
    expect(
      (await discovery.published(discoveryRemoved)).filter(({ playerId }) => playerId === gone.subject),
    ).toHaveLength(1_100);
  });

  it('is not brought back by a late event, a replay of the erasure, or an identity that is still valid', async () => {
    const [gone, other] = [player(), player()];
    const theirs = await create(other);
    await erase(gone);
    await discovery.publish(eventOf(mediaReady, picture(gone)));
    await discovery.publish(eventOf(membershipChanged, { accountId: gone.subject, pro: true, until: null }));
    await discovery.publish(eventOf(membershipChanged, { accountId: other.subject, pro: true, until: null }));
    await discovery.publish(eventOf(mediaReady, picture(other)));
    await erase(gone);
    await eventually(async () =>
      expect(await traces(other)).toEqual(expect.arrayContaining(['pictures', 'pro_members'])),
    );
    expect((await create(gone)).code).toBe('UNAUTHENTICATED');
    await like(gone, theirs.id);
    expect(await shown(theirs.id)).toEqual({ likes: 0 });
    expect(await traces(gone)).toEqual([]);
  });

  it('leaves nothing, whatever is written while it is being erased', async () => {
    const gone = player();
    const theirs = await create(player());
    let going = true;
    let refused = 0;
    const made: string[] = [];
    const writers = Array.from({ length: 6 }, async () => {
      while (going) {
        const { id, code } = await create(gone);
        if (id) made.push(id);
        refused += code === 'UNAUTHENTICATED' ? 1 : 0;
        await like(gone, theirs.id);
      }
    });
    await eventually(() => expect(made.length).toBeGreaterThan(20));
    await erase(gone);
    await eventually(() => expect(refused).toBeGreaterThan(20));
    going = false;
    await Promise.all(writers);
    expect(await traces(gone)).toEqual([]);
    expect(await shown(theirs.id)).toEqual({ likes: 0 });
    const said = async (definition: typeof discoveryCreated | typeof discoveryRemoved) =>
      (await discovery.published(definition))
        .filter(({ playerId }) => playerId === gone.subject)
        .map(({ discoveryId }) => discoveryId)
        .sort();
    expect(await said(discoveryRemoved)).toEqual(await said(discoveryCreated));
    expect(await said(discoveryCreated)).toEqual(made.sort());
  });

  it('is refused by every table that has an account column', async () => {
    const unguarded = await discovery.database.query<{ name: string }[]>(
      `SELECT DISTINCT c.table_name AS name FROM information_schema.columns c
       WHERE c.table_schema = current_schema() AND c.column_name ~ '(account|owner|player|user)_id' AND NOT EXISTS (
         SELECT FROM information_schema.triggers t
         WHERE t.trigger_schema = c.table_schema AND t.event_object_table = c.table_name
           AND t.trigger_name = c.table_name || '_keep_erased_out')
       ORDER BY 1`,
    );
    expect(unguarded.map(({ name }) => name)).toEqual(['erased_accounts']);
  });
});

const picture = ({ subject }: Person) =>
  ({
    pictureId: uuidv7(),
    ownerId: subject,
    purpose: 'discovery',
    width: 4,
    height: 3,
    thumbhash: 'aGk=',
    bytes: 9,
  }) as const;
