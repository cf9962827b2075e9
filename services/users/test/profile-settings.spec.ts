import { publishedEvents } from '@sprayhunt/service-kit/testing';
import { guest, player } from '@sprayhunt/service-kit/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { signUp, verified } from './people.js';
import { runUsers, type RunningUsers } from './running-service.js';

const PINS = 'illegalFinds legalFinds wetPaintFlicks productions stencils tags';
const PARTS = 'picture bio statistics joined gallery wallet';
const SET_PINS = `mutation ($input: PinPreferencesInput!) { setPinPreferences(input: $input) { ${PINS} } }`;
const SHOW = `mutation ($input: ProfileVisibilityInput!) { setVisibility(input: $input) { ${PARTS} } }`;
const FIELDS = 'id username profileImageUrl bio createdAt discoveries level wallet';
const PLAYER = `query ($username: String!) { player(username: $username) { ${FIELDS} } }`;
const ENTITY = `query ($players: [_Any!]!) { _entities(representations: $players) { ... on Player { ${FIELDS} } } }`;
const DEFAULT_PINS = {
  illegalFinds: '🚫',
  legalFinds: '✅',
  wetPaintFlicks: '💧',
  productions: '🎨',
  stencils: '📏',
  tags: '✏️',
};
const SHOWN = { picture: true, bio: true, statistics: true, joined: true, gallery: true, wallet: false };

let users: RunningUsers;
beforeAll(async () => {
  users = await runUsers();
});
afterAll(() => users.stop());

type Person = ReturnType<typeof player>;
const setPins = (input: object, as: Person) => users.graphql<{ setPinPreferences: object }>(SET_PINS, { input }, as);
const show = (input: object, as: Person) => users.graphql<{ setVisibility: object }>(SHOW, { input }, as);
const me = async <T>(fields: string, as: Person) =>
  (await users.graphql<{ me: T }>(`{ me { ${fields} } }`, {}, as)).data!.me;
const codes = ({ errors }: { errors?: { extensions: { code: string } }[] }) =>
  errors?.map(({ extensions }) => extensions.code);

describe('pin preferences', () => {
  it('are changed one by one, in the spelling of their category, and kept', async () => {
    const ann = await signUp(users);
    expect((await setPins({ stencils: '🐀', tags: '✏' }, ann.as)).data!.setPinPreferences).toEqual({
      ...DEFAULT_PINS,
      stencils: '🐀',
    });
    expect((await setPins({ legalFinds: '🧱', tags: null }, ann.as)).data!.setPinPreferences).toEqual({
      ...DEFAULT_PINS,
      stencils: '🐀',
      legalFinds: '🧱',
    });
    expect((await setPins({}, ann.as)).errors).toBeUndefined();
    expect(await me(`pinPreferences { ${PINS} }`, ann.as)).toEqual({
      pinPreferences: { ...DEFAULT_PINS, stencils: '🐀', legalFinds: '🧱' },
    });
  });

  it('are five emoji a category: every other one is named and nothing is changed', async () => {
    const ann = await signUp(users);
    const { errors } = await setPins({ legalFinds: '🚫', stencils: 'x', tags: '⚡' }, ann.as);
    expect(errors![0]!.extensions).toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: [
        { field: 'legalFinds', code: 'UNKNOWN_VALUE' },
        { field: 'stencils', code: 'UNKNOWN_VALUE' },
      ],
    });
    expect(await me(`pinPreferences { ${PINS} }`, ann.as)).toEqual({ pinPreferences: DEFAULT_PINS });
    expect(codes(await setPins({ tags: '⚡' }, guest()))).toEqual(['UNAUTHENTICATED']);
    expect(codes(await setPins({ tags: '⚡' }, player({ status: 'pending' })))).toEqual(['UNAUTHENTICATED']);
  });
});

describe('what others see', () => {
  const named = async (username: string, as?: Person) =>
    (await users.graphql<{ player: Record<string, unknown> }>(PLAYER, { username }, as)).data!.player;
  const entity = async (id: string, as?: Person) =>
    (
      await users.graphql<{ _entities: Record<string, unknown>[] }>(
        ENTITY,
        { players: [{ __typename: 'Player', id }] },
        as,
      )
    ).data!._entities[0]!;

  /** A player with something in every part of the profile. */
  async function someone() {
    const ann = await verified(users);
    const wallet = privateKeyToAccount(generatePrivateKey()).address;
    await users.database.query(
      `UPDATE accounts SET avatar_picture_id = '01990000-0000-7000-8000-000000000001' WHERE id = $1`,
      [ann.id],
    );
    await users.database.query(
      `INSERT INTO player_statistics (account_id, tokens, discoveries, xp, score) VALUES ($1, 0, 4, 60, 60)`,
      [ann.id],
    );
    await users.database.query(`INSERT INTO wallets (account_id, address, linked_at) VALUES ($1, $2, now())`, [
      ann.id,
      wallet,
    ]);
    const all = {
      id: ann.id,
      username: ann.username,
      profileImageUrl: '/objects/01990000-0000-7000-8000-000000000001',
      bio: 'Walls.',
      createdAt: expect.any(String),
      discoveries: 4,
      level: 2,
      wallet,
    };
    return { ...ann, all };
  }

  it('is everything but the wallet, until the player decides otherwise', async () => {
    const { as, username, id, all } = await someone();
    expect(await me(`visibility { ${PARTS} }`, as)).toEqual({ visibility: SHOWN });
    expect(await named(username)).toEqual({ ...all, wallet: null });
    expect(await entity(id)).toEqual({ ...all, wallet: null });
    expect((await show({ wallet: true }, as)).data!.setVisibility).toEqual({ ...SHOWN, wallet: true });
    expect(await named(username)).toEqual(all);
  });

  it.each([
    ['picture', { profileImageUrl: null }],
    ['bio', { bio: null }],
    ['statistics', { discoveries: null, level: null }],
    ['joined', { createdAt: null }],
  ])('leaves the %s out where it is hidden, by name and as an entity, for everyone', async (part, hidden) => {
    const { as, username, id, all } = await someone();
    expect((await show({ [part]: false }, as)).data!.setVisibility).toEqual({ ...SHOWN, [part]: false });
    const left = { ...all, wallet: null, ...hidden };
    for (const viewer of [undefined, guest(), player()]) {
      expect(await named(username, viewer)).toEqual(left);
      expect(await entity(id, viewer)).toEqual(left);
    }
    // The owner sees the public page as others do, and their own data as it is.
    expect(await named(username, as)).toEqual(left);
    expect(await entity(id, as)).toEqual(all);
    expect(await me('profileImageUrl bio createdAt discoveries level', as)).toMatchObject({
      profileImageUrl: all.profileImageUrl,
      bio: all.bio,
      discoveries: 4,
      level: 2,
    });
    await show({ [part]: true }, as);
    expect(await named(username)).toEqual({ ...all, wallet: null });
  });

  it('of the gallery is told to the media service, when it changes', async () => {
    const { as, id } = await someone();
    for (const input of [
      { bio: false },
      { gallery: true },
      { gallery: false },
      { gallery: false, bio: true },
      { gallery: null },
      { gallery: true },
    ])
      await show(input, as);
    const events = await users.database.query<{ data: { version: number } }[]>(
      `SELECT event -> 'data' AS data FROM ${publishedEvents()} WHERE subject = 'users.gallery-visibility-changed.v1'
        AND event ->> 'subject' = $1 ORDER BY id`,
      [id],
    );
    const data = events.map((event) => event.data);
    expect(data).toMatchObject([
      { accountId: id, isShown: false },
      { accountId: id, isShown: true },
    ]);
    expect(data[1]!.version).toBeGreaterThan(data[0]!.version);
  });

  it('never has contact data, and is decided by the player alone', async () => {
    const { username } = await someone();
    for (const field of ['phone', 'email', 'contacts', 'firstName', 'dateOfBirth', 'visibility', 'pinPreferences'])
      expect(
        codes(
          await users.graphql(`query ($username: String!) { player(username: $username) { ${field} } }`, { username }),
        ),
      ).toEqual(['MALFORMED']);
    expect(codes(await show({ bio: false }, guest()))).toEqual(['UNAUTHENTICATED']);
    expect(codes(await show({ bio: false }, player({ status: 'pending' })))).toEqual(['UNAUTHENTICATED']);
  });
});
