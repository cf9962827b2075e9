import { uuidv7 } from '@sprayhunt/service-kit';
import { guest, player } from '@sprayhunt/service-kit/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { form, newestCode, SIGN_UP, VERIFY, verified } from './people.js';
import { runUsers, type RunningUsers } from './running-service.js';

const PLAYER = 'query ($username: String!) { player(username: $username) { id createdAt } }';
const ENTITIES = 'query ($of: [_Any!]!) { _entities(representations: $of) { ... on Player { id username } } }';

let users: RunningUsers;
beforeAll(async () => {
  users = await runUsers();
});
afterAll(() => users.stop());

const idOf = async (username: string) =>
  (await users.graphql<{ player: { id: string } }>(PLAYER, { username })).data!.player.id;
const entities = async (...ids: string[]) =>
  (
    await users.graphql<{ _entities: ({ username: string } | null)[] }>(ENTITIES, {
      of: ids.map((id) => ({ __typename: 'Player', id })),
    })
  ).data!._entities.map((entity) => entity?.username ?? null);

describe('the id of a player', () => {
  it('of a new account is random, with or without a subject that the guest had', async () => {
    const ann = await verified(users);
    for (const as of [{ ...guest(), subject: undefined }, ann.as]) {
      const { grant } = await users.graphql(SIGN_UP, { input: form() }, as);
      expect(grant!.accountId[14]).toBe('4');
      expect(grant!.accountId).not.toBe(ann.id);
    }
    expect(await idOf(ann.username)).toBe(ann.id);
    expect(await entities(ann.id)).toEqual([ann.username]);
  });

  it('of an account of former times says nothing of when it was made, and finds it', async () => {
    const input = form();
    const account = uuidv7();
    await users.graphql(SIGN_UP, { input }, { ...guest(), subject: account });
    const as = player({ subject: account, status: 'pending' });
    await users.graphql(VERIFY, { code: await newestCode(users, input.phone) }, as);
    const id = await idOf(input.username);
    expect(id).toBe(`00000000-0000-8${account.slice(15)}`);
    expect((await users.graphql<{ me: { id: string } }>('{ me { id } }', {}, as)).data!.me.id).toBe(id);
    // Guessing a time must not reveal whether the guess was right.
    expect(await entities(id, account)).toEqual([input.username, null]);
  });
});
