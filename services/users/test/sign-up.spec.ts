import { uuidv7 } from '@sprayhunt/service-kit';
import { publishedEvents } from '@sprayhunt/service-kit/testing';
import { guest, player } from '@sprayhunt/service-kit/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { form, newestCode, RESEND, SIGN_UP, signUp, VERIFY, verified } from './people.js';
import { runUsers, type RunningUsers } from './running-service.js';

const ME = `{ me { id username firstName lastName bio city country status profileComplete discoveries level xp levelXp
  nextLevelXp
  tokens score contactHint profileImageUrl createdAt
  pinPreferences { illegalFinds legalFinds wetPaintFlicks productions stencils tags } } }`;

let users: RunningUsers;

beforeAll(async () => {
  users = await runUsers();
});
afterAll(() => users.stop());

const me = async (as?: ReturnType<typeof player>) =>
  (await users.graphql<{ me: Record<string, unknown> | null }>(ME, {}, as)).data!.me;

async function faults(changes: Record<string, unknown>) {
  const { data, errors, grant } = await users.graphql(SIGN_UP, { input: form(changes) }, guest());
  expect({ data, grant }).toEqual({ data: null, grant: undefined });
  expect(errors).toHaveLength(1);
  return {
    code: errors![0]!.extensions.code,
    fields: errors![0]!.extensions.fields?.map(({ field, code }) => `${field} ${code}`),
  };
}

describe('sign-up by the form of the trial', () => {
  const TRIAL = 'mutation ($input: TrialSignUpInput!) { trialSignUp(input: $input) { status } }';
  const trialForm = (changes: object = {}) => {
    const { firstName, lastName, email, phone, city, username } = form();
    return { firstName, lastName, email, phone, city, username, region: 'QLD', referralCode: 'WALL', ...changes };
  };

  it('makes the guest a pending player who is incomplete until the age is known; without a tag name a free name is made [ENT-34 TRIAL-03 TRIAL-05]', async () => {
    const [browser, unnamed] = [guest(), guest()];
    const { data, grant } = await users.graphql(TRIAL, { input: trialForm({ username: null }) }, browser);
    expect([data, grant]).toEqual([
      { trialSignUp: { status: 'pending' } },
      { accountId: browser.subject, status: 'pending' },
    ]);
    expect(await me(player({ subject: browser.subject, status: 'pending' }))).toMatchObject({
      username: expect.stringMatching(/^Ann/),
      profileComplete: false,
    });
    expect(
      await users.database.query(
        `SELECT region, referral_code, experience, date_of_birth FROM accounts WHERE id = $1`,
        [browser.subject],
      ),
    ).toEqual([{ region: 'QLD', referral_code: 'WALL', experience: 'beginner', date_of_birth: null }]);
    const wrong = await users.graphql(TRIAL, { input: trialForm({ region: ' ', city: null, username: 'x' }) }, unnamed);
    expect(wrong.errors![0]!.extensions.fields!.map(({ field, code }) => `${field} ${code}`).toSorted()).toEqual([
      'city REQUIRED',
      'region REQUIRED',
      'username TOO_SHORT',
    ]);
  });
});

describe('sign-up', () => {
  it('makes a pending account out of the whole form and opens a session [SIGN-17 ENT-33]', async () => {
    const ann = await signUp(users, {
      country: 'Australia',
      phone: '0491 570 156',
      pinPreferences: { legalFinds: '🧱', tags: '✍' },
      interests: ['stencils, tags', 'murals'],
    });
    expect(ann.result.data).toEqual({ signUp: { status: 'pending' } });
    expect(ann.result.grant).toEqual({ accountId: ann.browser.subject, status: 'pending' });
    expect(await me(ann.as)).toMatchObject({
      id: ann.id,
      username: ann.username,
      firstName: 'Ann',
      lastName: 'Lee',
      bio: 'Walls.',
      city: 'Brisbane',
      country: 'Australia',
      status: 'pending',
      profileComplete: true,
      discoveries: 0,
      level: 1,
      xp: 0,
      levelXp: 0,
      nextLevelXp: 50,
      tokens: 0,
      score: 0,
      contactHint: '••••••0156',
      profileImageUrl: null,
      pinPreferences: {
        illegalFinds: '🚫',
        legalFinds: '🧱',
        wetPaintFlicks: '💧',
        productions: '🎨',
        stencils: '📏',
        tags: '✍️',
      },
    });
    const [row] = await users.database.query<
      { interests: string[]; experience: string; referral_source: string; date_of_birth: Date }[]
    >(`SELECT interests, experience, referral_source, date_of_birth::text FROM accounts WHERE id = $1`, [ann.id]);
    expect(row).toEqual({
      interests: ['stencils', 'tags', 'murals'],
      experience: 'beginner',
      referral_source: 'friend',
      date_of_birth: '1990-05-17',
    });
  });

  it.each([
    ['sign-up', () => ({ query: SIGN_UP, variables: { input: form({}) } })],
    ['a question', () => ({ query: ME })],
    ['the schema', () => ({ query: '{ _service { sdl } }' })],
    ['what is no GraphQL', () => ({ query: '{' })],
  ])('is for those whom the gateway signs alone: %s without an identity is 401, and nothing runs', async (_, body) => {
    const before = await users.database.query('SELECT count(*) FROM accounts');
    for (const authorization of [[], [['authorization', 'Bearer x']]] as [string, string][][]) {
      const response = await fetch(`${users.url}/graphql`, {
        method: 'POST',
        headers: [['content-type', 'application/json'], ...authorization],
        body: JSON.stringify(body()),
      });
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ code: 'UNAUTHENTICATED' });
    }
    expect(await users.database.query('SELECT count(*) FROM accounts')).toEqual(before);
  });

  it('sends one SMS with the code and the next steps, which is in the inbox at once [SIGN-12]', async () => {
    const ann = await signUp(users);
    const messages = await users.inbox(ann.phone);
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatchObject({ channel: 'sms', code: expect.stringMatching(/^\d{6}$/) as unknown as string });
    expect(messages[0]!.text).toContain(messages[0]!.code);
    expect(messages[0]!.text).toContain('Next steps');
    expect(await users.inbox(ann.email)).toEqual([]);
  });

  it('proving the code verifies the account, rotates the session and ends the others', async () => {
    const ann = await signUp(users);
    const result = await users.graphql(VERIFY, { code: await newestCode(users, ann.phone) }, ann.as);
    expect(result).toEqual({
      data: { verifyContact: true },
      grant: { accountId: ann.id, status: 'verified', language: 'en' },
    });
    expect(await me(ann.as)).toMatchObject({ status: 'verified', contactHint: null });
    const events = await users.database.query<{ data: unknown }[]>(
      `SELECT event -> 'data' AS data FROM ${publishedEvents()} WHERE subject = 'users.account-verified.v1'
        AND event ->> 'subject' = $1`,
      [ann.id],
    );
    expect(events).toEqual([{ data: { accountId: ann.id, contactKind: 'phone' } }]);
  });

  it('names every field that is missing or wrong in one response [SIGN-05 ENT-39 ENT-40]', async () => {
    expect(
      await faults({
        firstName: ' ',
        lastName: undefined,
        email: 'ann@',
        phone: '12',
        username: '',
        dateOfBirth: null,
        bio: 'x'.repeat(2_001),
        city: 'x'.repeat(121),
        experience: 'guru',
        referralSource: 'radio',
        pinPreferences: { tags: '🎨', legalFinds: '🧱' },
        interests: Array.from({ length: 21 }, (_, index) => `interest ${index}`),
      }),
    ).toEqual({
      code: 'VALIDATION_FAILED',
      fields: [
        'firstName REQUIRED',
        'lastName REQUIRED',
        'email INVALID',
        'phone INVALID',
        'city TOO_LONG',
        'username REQUIRED',
        'dateOfBirth REQUIRED',
        'bio TOO_LONG',
        'pinPreferences.tags UNKNOWN_VALUE',
        'experience UNKNOWN_VALUE',
        'interests TOO_MANY',
        'referralSource UNKNOWN_VALUE',
      ],
    });
  });

  it('takes anyone who turns 18 today, refuses anyone who turns 18 tomorrow [SIGN-06 CONST-02 CONST-03]', async () => {
    const day = (offset: number) => {
      const date = new Date();
      date.setUTCFullYear(date.getUTCFullYear() - 18);
      date.setUTCDate(date.getUTCDate() + offset);
      return date.toISOString().slice(0, 10);
    };
    await signUp(users, { dateOfBirth: day(0) });
    expect(await faults({ dateOfBirth: day(1) })).toEqual({
      code: 'VALIDATION_FAILED',
      fields: ['dateOfBirth TOO_YOUNG'],
    });
    expect(await faults({ dateOfBirth: '2000-02-30' })).toEqual({
      code: 'VALIDATION_FAILED',
      fields: ['dateOfBirth INVALID'],
    });
  });

  it('keeps the lengths: names 120, a biography 2,000, a username 3 to 30 characters, and no control characters', async () => {
    await signUp(users, { firstName: '🖌'.repeat(120), bio: 'b'.repeat(2_000) });
    expect((await faults({ firstName: 'a'.repeat(121) })).fields).toEqual(['firstName TOO_LONG']);
    expect((await faults({ username: 'ab' })).fields).toEqual(['username TOO_SHORT']);
    expect((await faults({ username: 'a'.repeat(31) })).fields).toEqual(['username TOO_LONG']);
    expect((await faults({ lastName: 'a\u0000b' })).fields).toEqual(['lastName INVALID']);
    expect((await faults({ username: 'a\u200bnn' })).fields).toEqual(['username INVALID']);
  });

  it('refuses a username that is taken, in any case and with look-alike letters', async () => {
    const { username } = await signUp(users);
    const taken = { code: 'USERNAME_TAKEN', fields: ['username USERNAME_TAKEN'] };
    expect(await faults({ username })).toEqual(taken);
    expect(await faults({ username: username.toUpperCase() })).toEqual(taken);
    expect(await faults({ username: username.replace('a', 'а') })).toEqual(taken);
  });

  it('of many who want one username at once, one gets it', async () => {
    const { username } = form();
    const results = await Promise.all(
      Array.from({ length: 8 }, () => users.graphql(SIGN_UP, { input: form({ username }) }, guest())),
    );
    expect(results.filter(({ grant }) => grant)).toHaveLength(1);
    expect(results.flatMap(({ errors }) => errors ?? []).map(({ extensions }) => extensions.code)).toEqual(
      Array(7).fill('USERNAME_TAKEN'),
    );
  });

  it('anyone who signs up again after a mistyped phone keeps the username, under a new account', async () => {
    const first = await signUp(users, { phone: '+61491570110' });
    const again = await users.graphql(SIGN_UP, { input: form({ username: first.username }) }, first.as);
    expect(again.errors).toBeUndefined();
    expect(again.grant!.accountId).not.toBe(first.id);
  });

  it('a browser without any session gets an account of a new id', async () => {
    const result = await users.graphql(SIGN_UP, { input: form() });
    expect(result.grant).toMatchObject({ status: 'pending' });
    expect(await me(player({ subject: result.grant!.accountId, status: 'pending' }))).toMatchObject({
      status: 'pending',
    });
  });

  it('sends the code again, which ends the code before; a verified account gets none', async () => {
    const ann = await signUp(users);
    const first = await newestCode(users, ann.phone);
    expect((await users.graphql(RESEND, {}, ann.as)).data).toEqual({ resendContactCode: true });
    const second = await newestCode(users, ann.phone);
    expect(await users.inbox(ann.phone)).toHaveLength(2);
    if (first !== second)
      expect((await users.graphql(VERIFY, { code: first }, ann.as)).errors![0]!.extensions.code).toBe('CODE_INVALID');
    expect((await users.graphql(VERIFY, { code: second }, ann.as)).data).toEqual({ verifyContact: true });
    expect((await users.graphql(RESEND, {}, ann.as)).data).toEqual({ resendContactCode: true });
    expect(await users.inbox(ann.phone)).toHaveLength(2);
  });

  it("a picture of one's own becomes the avatar, someone else's does not", async () => {
    const browser = guest();
    const picture = uuidv7();
    await users.database.query(
      `INSERT INTO pictures (id, owner_id, width, height, thumbhash) VALUES ($1, $2, 10, 10, 'x')`,
      [picture, browser.subject],
    );
    expect((await faults({ avatarUrl: `/objects/${picture}` })).fields).toEqual(['avatarUrl PICTURE_NOT_YOURS']);
    expect((await faults({ avatarUrl: 'https://evil.example/cat.png' })).fields).toEqual([
      'avatarUrl PICTURE_NOT_YOURS',
    ]);
    const avatarUrl = `http://localhost:8080/api/uploads/${picture}?token=x`;
    const result = await users.graphql(SIGN_UP, { input: form({ avatarUrl }) }, browser);
    expect(await me(player({ subject: result.grant!.accountId, status: 'pending' }))).toMatchObject({
      profileImageUrl: `/objects/${picture}`,
    });
    const events = await users.database.query<unknown[]>(
      `SELECT event -> 'data' AS data FROM ${publishedEvents()} WHERE subject = 'users.avatar-changed.v1'
        AND event ->> 'subject' = $1`,
      [browser.subject],
    );
    expect(events).toEqual([{ data: { accountId: browser.subject, pictureId: picture, previousPictureId: null } }]);
  });

  it('me is null for guests and for accounts that are gone', async () => {
    expect(await me()).toBeNull();
    expect(await me(guest())).toBeNull();
    expect(await me(player({ status: 'pending' }))).toBeNull();
  });

  it('serves players to the other services, many at once', async () => {
    const [ann, bob] = [await verified(users), await signUp(users)];
    const gone = guest().subject;
    const representations = [bob.id, gone, ann.id, bob.id].map((id) => ({ __typename: 'Player', id }));
    const { data } = await users.graphql<{ _entities: unknown[] }>(
      `query ($representations: [_Any!]!) { _entities(representations: $representations) { ... on Player {
        id username level discoveries createdAt } } }`,
      { representations },
      guest(),
    );
    const shown = ({ id, username }: { id: string; username: string }) =>
      expect.objectContaining({ id, username, level: 1, discoveries: 0 }) as unknown;
    expect(data!._entities).toEqual([shown(bob), null, shown(ann), shown(bob)]);
  });

  it('shows the local inbox to people, with nothing that could run', async () => {
    await signUp(users, { phone: '+61491570159' });
    const page = await (await fetch(`${users.url}/dev/inbox`)).text();
    expect(page).toContain('SMS to +61491570159');
    expect(page).not.toContain('<script');
  });

  it('local mode has room for 50 sign-ups from one address', async () => {
    for (let count = 0; count < 50; count += 1) await signUp(users);
  });
});
