import { type GraphQLResult, guest } from '@sprayhunt/service-kit/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { formerUsernameKeys } from '../src/accounts/username.js';
import { form, SIGN_UP, signUp, verified } from './people.js';
import { runUsers, type RunningUsers } from './running-service.js';

const COMPLETE =
  'mutation ($input: CompleteProfileInput!) { completeProfile(input: $input) { username usernameNotice } }';
const PLAYER = 'query ($username: String!) { player(username: $username) { username } }';

let users: RunningUsers;
beforeAll(async () => {
  users = await runUsers();
});
afterAll(() => users.stop());

const faultOf = ({ errors }: GraphQLResult<unknown>) =>
  errors?.[0]?.extensions.fields?.map(({ field, code }) => `${field} ${code}`);
const complete = (username: string, as: Parameters<RunningUsers['graphql']>[2]) =>
  users.graphql<{ completeProfile: { username: string; usernameNotice: string | null } }>(
    COMPLETE,
    { input: { username, dateOfBirth: '1990-05-17' } },
    as,
  );

/** Gives a player a name that the rules of before allowed. */
const rename = (id: string, username: string) => {
  const { small, capital } = formerUsernameKeys(username);
  return users.database.query(
    'UPDATE accounts SET username = $2, username_small = $3, username_capital = $4 WHERE id = $1',
    [id, username, small, capital],
  );
};

describe('a username that does not fit', () => {
  it.each([
    ...(
      [
        'ban\u034fksy',
        'banksy\ufe0f',
        'ban\u180bksy',
        'ban\u17b4ksy',
        'banksy\u{e0100}',
        'ban\u1160ksy',
        '\u3164\u3164\u3164',
        `a${'\u0301'.repeat(29)}`,
        'раураl',
      ] as const
    ).map((name) => [name, 'INVALID']),
    ...(['admin', 'sprayhunt_official', 'Moderator 7'] as const).map((name) => [name, 'RESERVED']),
  ])('is refused at sign-up and in the profile: %j', async (username, code) => {
    const ann = await verified(users);
    expect(faultOf(await users.graphql(SIGN_UP, { input: form({ username }) }, guest()))).toEqual([`username ${code}`]);
    expect(faultOf(await complete(username, ann.as))).toEqual([`username ${code}`]);
  });
});

describe('a username that was given', () => {
  it("stays its owner's, who is told, until another one is chosen", async () => {
    const ann = await verified(users);
    const notice = async () =>
      (await users.graphql<{ me: { usernameNotice: string | null } }>('{ me { usernameNotice } }', {}, ann.as)).data!.me
        .usernameNotice;
    expect(await notice()).toBeNull();
    await rename(ann.id, 'official_ann');
    expect(await notice()).toMatch(/rules/);
    const kept = await complete('official_ann', ann.as);
    expect(kept.data?.completeProfile).toEqual({ username: 'official_ann', usernameNotice: await notice() });
    expect(faultOf(await complete('official_anna', ann.as))).toEqual(['username RESERVED']);
    expect((await complete(ann.username, ann.as)).data?.completeProfile.usernameNotice).toBeNull();
  });

  it('that looks like another one is still found by it', async () => {
    const [ann, bob] = [await verified(users, { username: 'Kestrel' }), await verified(users)];
    await rename(bob.id, 'Kest\u034frel');
    const found = async (username: string) =>
      (await users.graphql<{ player: { username: string } }>(PLAYER, { username })).data!.player.username;
    expect(await found('kestrel')).toBe(ann.username);
    expect(await found('kest\u034frel')).toBe('Kest\u034frel');
    expect(await found('kes\u034ftrel')).toBe(ann.username);
    expect((await complete('Kest\u034frel', bob.as)).errors).toBeUndefined();
  });

  it('takes the names that look like it', async () => {
    const ann = await signUp(users, { username: 'Wagtail' });
    for (const username of ['wagtai1', 'Wаgtail', 'Wag\u034ftail']) {
      expect(faultOf(await users.graphql(SIGN_UP, { input: form({ username }) }, guest()))).toEqual([
        'username USERNAME_TAKEN',
      ]);
      expect(faultOf(await complete(username, (await verified(users)).as))).toEqual(['username USERNAME_TAKEN']);
    }
    expect(faultOf(await complete('wagtail', ann.as))).toBeUndefined();
  });
});
