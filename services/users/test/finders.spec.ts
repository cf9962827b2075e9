import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { OAuthClients } from '../src/partners/oauth-clients.js';
import { signUp, verified } from './people.js';
import { runUsers, type RunningUsers } from './running-service.js';

const FINDERS =
  'query ($of: [_Any!]!) { _entities(representations: $of) { ... on Discovery { finder { id username bio } } } }';
const HIDE = 'mutation ($input: ProfileVisibilityInput!) { setVisibility(input: $input) { gallery } }';
const NO_ONE = '01990000-0000-4000-8000-000000000009';

let users: RunningUsers;
beforeAll(async () => {
  users = await runUsers();
});
afterAll(() => users.stop());

/** The names at works of these accounts. */
async function namesAt(...accounts: (string | null)[]): Promise<(string | null)[]> {
  const of = accounts.map((finderId, work) => ({ __typename: 'Discovery', id: `work-${work}`, finderId }));
  const { data } = await users.graphql<{ _entities: { finder: { username: string } | null }[] }>(FINDERS, { of });
  return data!._entities.map(({ finder }) => finder?.username ?? null);
}

it('a work has the name of its finder, unless the work is imported or the finder is gone, not verified or without a name', async () => {
  const [ann, bea] = [await verified(users), await verified(users)];
  const pending = await signUp(users);
  expect(await namesAt(ann.id, null, bea.id, NO_ONE, pending.as.subject, ann.id)).toEqual([
    ann.username,
    null,
    bea.username,
    null,
    null,
    ann.username,
  ]);
  await users.database.query('UPDATE accounts SET username = NULL WHERE id = $1', [ann.id]);
  expect(await namesAt(ann.id, bea.id)).toEqual([null, bea.username]);
});

it('has no name where the finder hides the gallery, and no more of the finder than is shown', async () => {
  const ann = await verified(users);
  await users.database.query(`UPDATE accounts SET bio = 'Foxes.', visibility = '{"bio": false}' WHERE id = $1`, [
    ann.id,
  ]);
  const { data } = await users.graphql<{ _entities: object[] }>(FINDERS, {
    of: [{ __typename: 'Discovery', id: 'w', finderId: ann.id }],
  });
  expect(data!._entities).toEqual([{ finder: { id: ann.id, username: ann.username, bio: null } }]);
  await users.graphql(HIDE, { input: { gallery: false } }, ann.as);
  expect(await namesAt(ann.id)).toEqual([null]);
  await users.graphql(HIDE, { input: { gallery: true } }, ann.as);
  expect(await namesAt(ann.id)).toEqual([ann.username]);
});

it('a part in a mission has the name of its player by the same rule', async () => {
  const [ann, bea] = [await verified(users), await verified(users)];
  await users.graphql(HIDE, { input: { gallery: false } }, bea.as);
  const of = [ann, bea].map(({ id }) => ({ __typename: 'MissionPlayer', id: 'part', playerId: id }));
  const { data } = await users.graphql<{ _entities: object[] }>(
    'query ($of: [_Any!]!) { _entities(representations: $of) { ... on MissionPlayer { player { username } } } }',
    { of },
  );
  expect(data!._entities).toEqual([{ player: { username: ann.username } }, { player: null }]);
});

it('a work has the name of the program by which it was documented, as long as there is one', async () => {
  const { client } = await users.app.get(OAuthClients).create('Wall app', ['walls:read']);
  const of = [client.clientId, NO_ONE, null, client.clientId].map((appId, work) => ({
    __typename: 'Discovery',
    id: `work-${work}`,
    appId,
  }));
  const names = async () =>
    (
      await users.graphql<{ _entities: { app: string | null }[] }>(
        'query ($of: [_Any!]!) { _entities(representations: $of) { ... on Discovery { app } } }',
        { of },
      )
    ).data!._entities.map(({ app }) => app);
  expect(await names()).toEqual(['Wall app', null, null, 'Wall app']);
});
