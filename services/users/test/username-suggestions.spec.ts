import { guest } from '@sprayhunt/service-kit/harness';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { usernameKeys } from '../src/accounts/username.js';
import { usernameFault } from '../src/accounts/username-fault.js';
import { form, SIGN_UP, signUp } from './people.js';
import { runUsers, type RunningUsers } from './running-service.js';

const SUGGEST = 'query ($like: String!) { usernameSuggestions(like: $like) }';

let users: RunningUsers;
beforeAll(async () => {
  users = await runUsers();
});
afterAll(() => users.stop());

const suggest = async (like: string) =>
  (await users.graphql<{ usernameSuggestions: string[] }>(SUGGEST, { like }, guest())).data!.usernameSuggestions;

it('names that are like a taken one are valid and really free: each can be signed up with', async () => {
  const { username } = await signUp(users, { username: 'Vixen' });
  const names = await suggest(username);
  expect(names.length).toBeGreaterThanOrEqual(3);
  expect(names.length).toBeLessThanOrEqual(5);
  for (const name of names) {
    expect(name).toMatch(/^Vixen/);
    expect((await users.graphql(SIGN_UP, { input: form({ username: name }) }, guest())).errors).toBeUndefined();
  }
});

it('what was taken meanwhile, in any case or look-alike letters, is not suggested again', async () => {
  for (const tail of ['_PAINTS', '_wa11s', '_tags', '_Sprays', '_caps'])
    await signUp(users, { username: `heron${tail}` });
  const names = await suggest('Heron');
  expect(names.length).toBeGreaterThanOrEqual(3);
  for (const name of names) expect(name).toMatch(/^Heron[2-9]+$/);
});

it('the names of one response do not look alike', async () => {
  for (let round = 0; round < 20; round += 1) {
    const names = await suggest('Ömer');
    expect(new Set(names.map((name) => usernameKeys(name).small)).size).toBe(names.length);
  }
});

it.each([
  '',
  ' ',
  '!!!',
  '@@@<script>',
  'x',
  '-._',
  '画',
  'x'.repeat(1_000),
  `${'long name '.repeat(4)}`,
  '🦊🦊🦊',
  'e\u0301'.repeat(40),
  "a b-c.d'e_f",
  'admin',
  'Sprayhunt',
  'раураl',
  'Граффити',
  'ban\u034fksy',
])('whatever is typed (%j), what is suggested are valid names', async (like) => {
  const names = await suggest(like);
  expect(names.length).toBeGreaterThanOrEqual(3);
  for (const name of names) {
    expect(usernameFault(name)).toBeUndefined();
  }
});

it('a longer text than any name is refused by its field', async () => {
  const { errors } = await users.graphql(SUGGEST, { like: 'x'.repeat(1_001) }, guest());
  expect(errors![0]).toMatchObject({
    extensions: { code: 'VALIDATION_FAILED', fields: [{ field: 'like', code: 'TOO_LONG' }] },
  });
});
