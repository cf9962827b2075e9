import { uuidv7 } from '@sprayhunt/service-kit';
import { publishedEvents } from '@sprayhunt/service-kit/testing';
import { guest, player } from '@sprayhunt/service-kit/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { form, signUp, verified } from './people.js';
import { runUsers, type RunningUsers } from './running-service.js';

const COMPLETE = `mutation ($input: CompleteProfileInput!) { completeProfile(input: $input) {
  id username bio profileImageUrl profileComplete status pinPreferences { illegalFinds legalFinds tags } } }`;
const STEP = 'mutation ($step: Int!) { completeTutorialStep(step: $step) { tokensAwarded balance } }';

let users: RunningUsers;

beforeAll(async () => {
  users = await runUsers();
});
afterAll(() => users.stop());

type Person = ReturnType<typeof player>;

const complete = (input: object, as?: Person) =>
  users.graphql<{ completeProfile: Record<string, unknown> }>(COMPLETE, { input }, as);
const step = (number: number, as?: Person) =>
  users.graphql<{ completeTutorialStep: { tokensAwarded: number; balance: number } }>(STEP, { step: number }, as);
const codeOf = ({ errors }: Awaited<ReturnType<typeof complete | typeof step>>) => errors?.[0]?.extensions.code;

describe('profile completion', () => {
  it('a pending account finishes its profile [SIGN-18]', async () => {
    const ann = await signUp(users, { pinPreferences: { tags: '✍️' } });
    const { username } = form();
    const result = await complete(
      { username, dateOfBirth: '1991-02-03', bio: ' Lines. ', pinPreferences: { legalFinds: '🧱' } },
      ann.as,
    );
    expect(result.data!.completeProfile).toEqual({
      id: ann.id,
      username,
      bio: 'Lines.',
      profileImageUrl: null,
      profileComplete: true,
      status: 'pending',
      pinPreferences: { illegalFinds: '🚫', legalFinds: '🧱', tags: '✍️' },
    });
    const events = await users.database.query<unknown[]>(
      `SELECT event -> 'data' AS data FROM ${publishedEvents()} WHERE subject = 'users.profile-completed.v1'
        AND event ->> 'subject' = $1`,
      [ann.id],
    );
    expect(events).toEqual([{ data: { accountId: ann.id, username } }]);
  });

  it('checks the age, the name and the rest again [CREATE-27 ENT-35]', async () => {
    const ann = await signUp(users);
    const young = new Date(Date.now() - 17 * 365.25 * 24 * 3_600_000).toISOString().slice(0, 10);
    const { errors } = await complete(
      { username: ' ', dateOfBirth: young, bio: 'x'.repeat(2_001), pinPreferences: { tags: '🧱' } },
      ann.as,
    );
    expect(errors![0]!.extensions.fields!.map(({ field, code }) => `${field} ${code}`)).toEqual([
      'username REQUIRED',
      'dateOfBirth TOO_YOUNG',
      'bio TOO_LONG',
      'pinPreferences.tags UNKNOWN_VALUE',
    ]);
  });

  it("keeps a name of one's own and refuses one that is taken", async () => {
    const [ann, bob] = [await signUp(users), await verified(users)];
    const dateOfBirth = '1991-02-03';
    expect((await complete({ username: ann.username, dateOfBirth }, ann.as)).data!.completeProfile).toMatchObject({
      username: ann.username,
      bio: 'Walls.',
    });
    expect(codeOf(await complete({ username: bob.username.toUpperCase(), dateOfBirth }, ann.as))).toBe(
      'USERNAME_TAKEN',
    );
  });

  it("changes the picture to another one of the player's own, and says which it was before [CREATE-34]", async () => {
    const ann = await signUp(users);
    const pictures = [uuidv7(), uuidv7()];
    for (const id of pictures)
      await users.database.query(
        `INSERT INTO pictures (id, owner_id, width, height, thumbhash) VALUES ($1, $2, 10, 10, 'x')`,
        [id, ann.id],
      );
    const rest = { username: ann.username, dateOfBirth: ann.dateOfBirth };
    const uploadOf = (id: string) => `http://localhost:8080/api/uploads/${id}?token=t`;
    for (const [id, avatarUrl] of [
      [pictures[0]!, uploadOf(pictures[0]!)],
      [pictures[1]!, uploadOf(pictures[1]!)],
      [pictures[1]!, `/objects/${pictures[1]!}`],
    ] as const)
      expect((await complete({ ...rest, avatarUrl }, ann.as)).data!.completeProfile['profileImageUrl']).toBe(
        `/objects/${id}`,
      );
    expect((await complete(rest, ann.as)).data!.completeProfile['profileImageUrl']).toBe(`/objects/${pictures[1]!}`);
    const events = await users.database.query<{ data: { previousPictureId: string } }[]>(
      `SELECT event -> 'data' AS data FROM ${publishedEvents()} WHERE subject = 'users.avatar-changed.v1'
        AND event ->> 'subject' = $1 ORDER BY id`,
      [ann.id],
    );
    expect(events.map(({ data }) => data.previousPictureId)).toEqual([null, pictures[0]]);
  });

  it('needs the session of an account: guests and accounts that are gone are refused [CREATE-35]', async () => {
    const input = { username: 'no one at all', dateOfBirth: '1991-02-03' };
    expect(codeOf(await complete(input, guest()))).toBe('UNAUTHENTICATED');
    expect(codeOf(await complete(input, player({ status: 'pending' })))).toBe('UNAUTHENTICATED');
  });
});

describe('the tutorial', () => {
  it('credits each step of a pending player once, whatever the order [SIGN-18]', async () => {
    const ann = await signUp(users);
    const earned = [];
    for (const number of [1, 2, 3, 4, 5, 6, 7, 8]) earned.push((await step(number, ann.as)).data!.completeTutorialStep);
    expect(earned.map(({ tokensAwarded }) => tokensAwarded)).toEqual([10, 25, 15, 50, 100, 0, 30, 200]);
    expect(earned.map(({ balance }) => balance)).toEqual([10, 35, 50, 100, 200, 200, 230, 430]);
    expect((await step(4, ann.as)).data!.completeTutorialStep).toEqual({ tokensAwarded: 0, balance: 430 });
    const { data } = await users.graphql<{ me: unknown }>('{ me { tokens discoveries xp level score } }', {}, ann.as);
    expect(data!.me).toEqual({ tokens: 430, discoveries: 0, xp: 0, level: 1, score: 430 });
  });

  it('credits once when one step is reported many times at once', async () => {
    const ann = await signUp(users);
    const results = await Promise.all(Array.from({ length: 10 }, () => step(8, ann.as)));
    const amounts = results.map(({ data }) => data!.completeTutorialStep);
    expect(amounts.filter(({ tokensAwarded }) => tokensAwarded === 200)).toHaveLength(1);
    expect(amounts.every(({ balance }) => balance === 200)).toBe(true);
  });

  it('has eight steps and is credited to players only', async () => {
    const ann = await signUp(users);
    for (const number of [0, 9, -1]) expect(codeOf(await step(number, ann.as))).toBe('VALIDATION_FAILED');
    expect(codeOf(await step(1, guest()))).toBe('UNAUTHENTICATED');
    expect(codeOf(await step(1, player({ status: 'pending' })))).toBe('UNAUTHENTICATED');
  });
});
