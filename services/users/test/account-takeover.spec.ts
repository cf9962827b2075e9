import { publishedEvents } from '@sprayhunt/service-kit/testing';
import { type GraphQLResult, guest, player } from '@sprayhunt/service-kit/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ASK_CODE, form, newestCode, SIGN_IN, SIGN_UP, signUp, VERIFY, verified, wrong } from './people.js';
import { runUsers, type RunningUsers } from './running-service.js';

let users: RunningUsers;

beforeAll(async () => {
  users = await runUsers();
});
afterAll(() => users.stop());

type Browser = ReturnType<typeof guest>;

/** A browser with the cookie that outlives sessions. */
const laptop = (id: string): Browser => ({ ...guest(), device: { id, userAgent: 'x' } });

/** Signs in by the code that is sent to `contact`, in a browser that no one knows unless it is given. */
async function signInBy(contact: string, browser: Browser = guest()) {
  await users.graphql(ASK_CODE, { contact }, browser);
  return users.graphql(SIGN_IN, { contact, code: await newestCode(users, contact) }, browser);
}

/** Signs up a new player in this browser. */
async function signUpIn(browser: Browser, changes: Record<string, unknown>) {
  const input = form(changes);
  const { grant } = await users.graphql(SIGN_UP, { input }, browser);
  return {
    ...input,
    id: grant!.accountId,
    as: { ...player({ subject: grant!.accountId, status: 'pending' }), device: browser.device },
  };
}

const prove = async ({ phone, as }: { phone: string; as: Browser }) =>
  users.graphql(VERIFY, { code: await codeOf(phone) }, as);

const refusal = ({ data, errors, grant }: Awaited<ReturnType<typeof signInBy>>) => {
  expect({ opened: Object.values(data ?? {}).filter(Boolean), grant }).toEqual({ opened: [], grant: undefined });
  return errors?.map(({ extensions }) => extensions.code);
};

const codeOf = (phone: string) => newestCode(users, phone);
const opened = async (result: Promise<GraphQLResult<unknown>>) => (await result).grant?.accountId;
const contactsOf = (accountId: string) =>
  users.database.query<{ kind: string; proven: boolean }[]>(
    `SELECT kind, verified_at IS NOT NULL AS proven FROM contacts WHERE account_id = $1 ORDER BY kind`,
    [accountId],
  );

describe('no one takes an account over', () => {
  it("signing up with someone's phone and e-mail opens, changes and reveals nothing of theirs", async () => {
    const ann = await verified(users);
    const rows = () =>
      users.database.query(
        `SELECT to_jsonb(a) AS account, (SELECT jsonb_agg(to_jsonb(c) ORDER BY kind) FROM contacts c
          WHERE c.account_id = a.id) AS contacts FROM accounts a WHERE id = $1`,
        [ann.id],
      );
    const before = await rows();
    const mallory = await signUp(users, { phone: ann.phone, email: ann.email, firstName: 'Mallory' });
    expect(mallory.id).not.toBe(ann.id);
    const { data } = await users.graphql<{ me: Record<string, unknown> }>(
      '{ me { id firstName status } }',
      {},
      mallory.as,
    );
    expect(data!.me).toEqual({ id: mallory.id, firstName: 'Mallory', status: 'pending' });
    expect(await rows()).toEqual(before);
    expect((await signInBy(ann.phone)).grant).toMatchObject({ accountId: ann.id });
  });

  it('proving the code of such a sign-up opens the existing account and merges the pending one into it [SIGN-25]', async () => {
    const ann = await verified(users);
    const again = await signUp(users, { phone: ann.phone });
    const result = await users.graphql(VERIFY, { code: await codeOf(ann.phone) }, again.as);
    expect(result).toEqual({
      data: { verifyContact: true },
      grant: { accountId: ann.id, status: 'verified', language: 'en' },
    });
    expect((await users.graphql<{ me: unknown }>('{ me { id } }', {}, again.as)).data).toEqual({ me: null });
    expect((await users.graphql(SIGN_UP, { input: form({ username: again.username }) }, guest())).grant).toBeDefined();
    const published = await users.database.query<unknown[]>(
      `SELECT subject, event -> 'data' AS data FROM ${publishedEvents()} WHERE event ->> 'subject' = $1
        AND subject ~ 'erased|merged|expired'`,
      [again.id],
    );
    expect(published).toEqual([
      { subject: 'users.subject-merged.v1', data: { subjectId: again.id, accountId: ann.id } },
    ]);
  });

  it('a verification code guessed or replayed is refused, and works for its own account alone', async () => {
    const [ann, mallory] = [await signUp(users), await signUp(users)];
    const code = await codeOf(ann.phone);
    if (code !== (await codeOf(mallory.phone)))
      expect(refusal(await users.graphql(VERIFY, { code }, mallory.as))).toEqual(['CODE_INVALID']);
    for (const guess of [wrong(code), '', 'abcdef', `${code}0`])
      expect(refusal(await users.graphql(VERIFY, { code: guess }, ann.as))).toEqual(['CODE_INVALID']);
    expect((await users.graphql(VERIFY, { code }, ann.as)).data).toEqual({ verifyContact: true });
    expect(refusal(await users.graphql(VERIFY, { code }, ann.as))).toEqual(['CODE_INVALID']);
  });

  it('of two who prove one phone at once, one owns it and the other opens that account', async () => {
    const [one, two] = [await signUp(users, { phone: '+61491570313' }), await signUp(users, { phone: '+61491570313' })];
    const [codeTwo, codeOne] = (await users.inbox('+61491570313')).map(({ code }) => code);
    const grants = (
      await Promise.all([
        users.graphql(VERIFY, { code: codeOne }, one.as),
        users.graphql(VERIFY, { code: codeTwo }, two.as),
      ])
    ).map(({ grant }) => grant!.accountId);
    expect(grants[0]).toBe(grants[1]);
    expect([one.id, two.id]).toContain(grants[0]);
    const owners = await users.database.query(
      `SELECT account_id FROM contacts WHERE value = '+61491570313' AND verified_at IS NOT NULL`,
    );
    expect(owners).toEqual([{ account_id: grants[0] }]);
  });
});

/** The rows of docs/adr/0008-unconfirmed-contacts.md. */
describe('a sign-in code opens', () => {
  it('the account that has confirmed the contact, regardless of other claims before or after', async () => {
    const squatter = await verified(users);
    const ann = await verified(users, { email: squatter.email });
    const own = laptop('ann');
    await signUpIn(own, { phone: ann.phone });
    expect(await opened(signInBy(ann.phone))).toBe(ann.id);
    expect(await opened(signInBy(ann.phone, own))).toBe(ann.id);
  });

  it('the newest of pending accounts, and no session or contact of another person keeps it open', async () => {
    const strangers = laptop('stranger');
    const squatter = await signUpIn(strangers, { email: 'lone@example.com' });
    const { grant } = await signInBy(squatter.email);
    expect(grant).toEqual({ accountId: squatter.id, status: 'verified', language: 'en' });
    expect(await contactsOf(squatter.id)).toEqual([{ kind: 'email', proven: true }]);
    expect(
      await users.database.query(`SELECT device_hash FROM known_devices WHERE account_id = $1`, [squatter.id]),
    ).toEqual([]);
    // The phone that was typed then opens nothing, by a new code or by the one of the sign-up.
    await users.graphql(ASK_CODE, { contact: squatter.phone }, strangers);
    expect(await users.inbox(squatter.phone)).toHaveLength(1);
    expect(refusal(await users.graphql(VERIFY, { code: await codeOf(squatter.phone) }, squatter.as))).toEqual([
      'CODE_INVALID',
    ]);
  });

  it('the one verified account that claims the contact, and tells its owner', async () => {
    const ann = await verified(users);
    const { grant } = await signInBy(ann.email);
    expect(grant).toEqual({ accountId: ann.id, status: 'verified', language: 'en' });
    expect(await contactsOf(ann.id)).toEqual([
      { kind: 'email', proven: true },
      { kind: 'phone', proven: true },
    ]);
    expect((await users.inbox(ann.email))[0]!.text).toContain('confirms this e-mail address');
    const [told] = await users.inbox(ann.phone);
    expect(told).toMatchObject({
      code: null,
      text: expect.stringContaining('was confirmed with a code') as unknown as string,
    });
    await signInBy(ann.email);
    expect((await users.inbox(ann.email))[0]!.text).not.toContain('confirms this');
  });

  it('the verified account also where someone signs up with the contact later', async () => {
    const ann = await verified(users);
    await signUp(users, { email: ann.email });
    expect(await opened(signInBy(ann.email))).toBe(ann.id);
  });

  it('no account where several verified ones claim the contact: the message says what to do', async () => {
    const ann = await verified(users);
    const mallory = await verified(users, { email: ann.email });
    const browser = guest();
    expect((await users.graphql(ASK_CODE, { contact: ann.email }, browser)).data).toEqual({ requestSignInCode: true });
    const [message] = await users.inbox(ann.email);
    expect(message).toMatchObject({
      code: null,
      text: expect.stringContaining('Several accounts use it') as unknown as string,
    });
    expect(message!.text).not.toMatch(/\d{6}/);
    for (const person of [ann, mallory]) expect(message!.text).not.toContain(person.username);
    expect(refusal(await users.graphql(SIGN_IN, { contact: ann.email, code: '000000' }, browser))).toEqual([
      'CODE_INVALID',
    ]);
  });

  it('in a browser of the owner the own account, although a squatter came first and is verified', async () => {
    const squatter = await verified(users, { email: 'victim@example.com' });
    const own = laptop('victim');
    const victim = await signUpIn(own, { email: squatter.email });
    await prove(victim);
    expect(await opened(signInBy(victim.email, { ...guest(), device: own.device }))).toBe(victim.id);
    expect(await opened(signInBy(victim.email))).toBe(victim.id);
    expect(await contactsOf(squatter.id)).toEqual([{ kind: 'phone', proven: true }]);
    const [told] = await users.inbox(squatter.phone);
    expect(told!.text).toContain('was never confirmed and has been removed');
    expect(told!.text).not.toMatch(/victim|@/);
  });

  it('the account that the asking browser is signed in to, also a pending one', async () => {
    const squatter = await verified(users, { email: 'other@example.com' });
    const victim = await signUp(users, { email: squatter.email });
    expect(await opened(signInBy(victim.email, victim.as))).toBe(victim.id);
    expect(await opened(signInBy(victim.email))).toBe(victim.id);
  });

  it('nothing for a session that only waits for another person to prove a contact', async () => {
    const squatters = laptop('waiting');
    const squatter = await signUpIn(squatters, { email: 'late@example.com' });
    await prove(squatter);
    await users.graphql(ASK_CODE, { contact: squatter.email }, squatters);
    const code = await codeOf(squatter.email);
    const victim = await signUp(users, { email: squatter.email });
    expect(await opened(signInBy(victim.email, victim.as))).toBe(victim.id);
    // A code from before the proof opens the owner's account to who can read the owner's messages, and no one else's.
    expect(await opened(users.graphql(SIGN_IN, { contact: squatter.email, code }, squatters))).toBe(victim.id);
    expect(await contactsOf(squatter.id)).toEqual([{ kind: 'phone', proven: true }]);
  });
});
