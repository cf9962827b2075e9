import { sessionsRevoked } from '@sprayhunt/contracts';
import { eventually } from '@sprayhunt/service-kit/testing';
import { type GraphQLResult, guest, player } from '@sprayhunt/service-kit/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ASK_CODE, form, newestCode, SIGN_IN, SIGN_UP, signUp, VERIFY, verified, wrong } from './people.js';
import { runUsers, type RunningUsers } from './running-service.js';

const CONTACTS = '{ myContacts { kind value verified } }';
const ASK = 'mutation ($contact: String!) { requestContactChange(contact: $contact) }';
const CHANGE = 'mutation ($contact: String!, $code: String!) { changeContact(contact: $contact, code: $code) }';

let users: RunningUsers;
beforeAll(async () => {
  users = await runUsers();
});
afterAll(() => users.stop());

type Person = ReturnType<typeof player>;

const ask = (contact: string, as: Person) => users.graphql<{ requestContactChange: boolean }>(ASK, { contact }, as);
const change = (contact: string, code: string, as: Person) =>
  users.graphql<{ changeContact: boolean }>(CHANGE, { contact, code }, as);
const contactsOf = async (as: Person) =>
  (await users.graphql<{ myContacts: { kind: string; value: string; verified: boolean }[] }>(CONTACTS, {}, as)).data!
    .myContacts;
const codeOf = (to: string) => newestCode(users, to);
const subjects = async (to: string) => (await users.inbox(to)).map(({ subject }) => subject);
const refusal = ({ errors, grant }: GraphQLResult<unknown>) => {
  expect(grant).toBeUndefined();
  return errors?.map(({ extensions }) => extensions.code);
};

/** Asks for the change and proves it. */
async function changed(contact: string, as: Person) {
  await ask(contact, as);
  return change(contact, await codeOf(contact), as);
}

async function signInBy(contact: string) {
  const browser = guest();
  await users.graphql(ASK_CODE, { contact }, browser);
  return users.graphql(SIGN_IN, { contact, code: await codeOf(contact) }, browser);
}

describe('changing phone or e-mail', () => {
  it('puts the proven contact in place of the one of its kind, and signs everyone else out', async () => {
    const ann = await verified(users);
    const next = form();
    expect(await contactsOf(ann.as)).toEqual([
      { kind: 'phone', value: ann.phone, verified: true },
      { kind: 'email', value: ann.email, verified: false },
    ]);
    expect(await ask(next.phone, ann.as)).toEqual({ data: { requestContactChange: true } });
    expect(await contactsOf(ann.as)).toMatchObject([{ value: ann.phone }, { value: ann.email }]);
    expect(await change(next.phone, await codeOf(next.phone), ann.as)).toEqual({
      data: { changeContact: true },
      grant: { accountId: ann.id, status: 'verified' },
    });
    const revoked = (await users.published(sessionsRevoked)).filter(({ accountId }) => accountId === ann.id);
    expect(revoked.at(-1)).toEqual({
      accountId: ann.id,
      openedBefore: expect.any(String),
      keptSession: ann.as.session,
    });
    expect(await changed(next.email, ann.as)).toMatchObject({ data: { changeContact: true } });
    expect(await contactsOf(ann.as)).toEqual([
      { kind: 'phone', value: next.phone, verified: true },
      { kind: 'email', value: next.email, verified: true },
    ]);
    for (const contact of [next.phone, next.email])
      expect((await signInBy(contact)).grant).toMatchObject({ accountId: ann.id });
  });

  it('the former contact opens the account no more, not even with a code that was sent to it before', async () => {
    const ann = await verified(users);
    const browser = guest();
    await users.graphql(ASK_CODE, { contact: ann.phone }, browser);
    const code = await codeOf(ann.phone);
    await changed(form().phone, ann.as);
    expect(refusal(await users.graphql(SIGN_IN, { contact: ann.phone, code }, browser))).toEqual(['CODE_INVALID']);
    const later = guest();
    const before = (await users.inbox(ann.phone)).length;
    await users.graphql(ASK_CODE, { contact: ann.phone }, later);
    expect(await users.inbox(ann.phone)).toHaveLength(before);
  });

  it('proves the e-mail that was only claimed at sign-up', async () => {
    const ann = await verified(users);
    expect(await changed(ann.email, ann.as)).toMatchObject({ data: { changeContact: true } });
    expect(await contactsOf(ann.as)).toEqual([
      { kind: 'phone', value: ann.phone, verified: true },
      { kind: 'email', value: ann.email, verified: true },
    ]);
  });

  it('reads a phone as people write it in the country of the account', async () => {
    const ann = await verified(users, { country: 'UK' });
    await ask('07400 555098', ann.as);
    expect(await change('07400 555 098', await codeOf('+447400555098'), ann.as)).toMatchObject({
      data: { changeContact: true },
    });
    expect(await contactsOf(ann.as)).toMatchObject([{ value: '+447400555098' }, {}]);
  });

  it('tells the proven contacts when it is asked for and when it is done, without the whole new contact', async () => {
    const ann = await verified(users);
    const next = form();
    const before = await subjects(ann.email);
    await changed(next.email, ann.as);
    expect(await subjects(ann.phone)).toEqual([
      'A contact of your Sprayhunt account was changed',
      'Another contact for your Sprayhunt account',
      'Welcome to Sprayhunt',
    ]);
    const texts = (await users.inbox(ann.phone)).slice(0, 2).map(({ text }) => text);
    for (const text of texts) {
      expect(text).toContain('e-mail address');
      expect(text).not.toContain(next.email);
    }
    // No one has proven this address: it may be a stranger's.
    expect(await subjects(ann.email)).toEqual(before);
    expect(await subjects(next.email)).toEqual(['Your Sprayhunt code']);
  });

  it("refuses what is no contact, and what is the account's own already", async () => {
    const ann = await verified(users);
    for (const contact of ['', 'nobody', 'a@b', `${'1'.repeat(400)}`]) {
      const { errors } = await ask(contact, ann.as);
      expect(errors![0]!.extensions).toMatchObject({
        code: 'VALIDATION_FAILED',
        fields: [{ field: 'contact', code: 'INVALID' }],
      });
    }
    expect((await ask(ann.phone, ann.as)).errors![0]!.extensions).toMatchObject({
      fields: [{ field: 'contact', code: 'UNCHANGED' }],
    });
  });

  it('is for verified players; a pending one sees what it claims', async () => {
    const ann = await signUp(users);
    expect(refusal(await ask(form().email, ann.as))).toEqual(['CONTACT_NOT_VERIFIED']);
    expect(refusal(await change(ann.email, '123456', ann.as))).toEqual(['CONTACT_NOT_VERIFIED']);
    expect((await contactsOf(ann.as)).map(({ verified: proven }) => proven)).toEqual([false, false]);
    expect((await users.graphql(CONTACTS, {}, guest())).errors![0]!.extensions.code).toBe('UNAUTHENTICATED');
  });
});

describe('a code for another contact', () => {
  it('works once, and five wrong tries end it', async () => {
    const ann = await verified(users);
    const [first, second] = [form().email, form().email];
    await ask(first, ann.as);
    const code = await codeOf(first);
    expect(refusal(await change(first, wrong(code), ann.as))).toEqual(['CODE_INVALID']);
    expect((await change(first, code, ann.as)).data).toEqual({ changeContact: true });
    expect(refusal(await change(first, code, ann.as))).toEqual(['CODE_INVALID']);
    await ask(second, ann.as);
    const next = await codeOf(second);
    for (let tries = 0; tries < 5; tries += 1) await change(second, wrong(next), ann.as);
    expect(refusal(await change(second, next, ann.as))).toEqual(['RATE_LIMITED']);
    await eventually(async () => expect(refusal(await change(second, next, ann.as))).toEqual(['CODE_INVALID']));
  });

  it('works for its own contact, account and session alone', async () => {
    const [ann, bob] = [await verified(users), await verified(users)];
    const [one, other] = [form().email, form().email];
    await ask(one, ann.as);
    const code = await codeOf(one);
    expect(refusal(await change(other, code, ann.as))).toEqual(['CODE_INVALID']);
    expect(refusal(await change(one, code, bob.as))).toEqual(['CODE_INVALID']);
    expect(refusal(await change(one, code, { ...bob.as, session: ann.as.session }))).toEqual(['CODE_INVALID']);
    expect(refusal(await change(one, code, player({ subject: ann.id })))).toEqual(['CODE_INVALID']);
    expect((await change(one, code, ann.as)).data).toEqual({ changeContact: true });
  });

  it('signs no one in, and proves no pending account', async () => {
    const ann = await verified(users);
    const contact = form().email;
    const pending = await signUp(users, { email: contact });
    await ask(contact, ann.as);
    const code = await codeOf(contact);
    expect(refusal(await users.graphql(SIGN_IN, { contact, code }, guest()))).toEqual(['CODE_INVALID']);
    expect(refusal(await users.graphql(VERIFY, { code }, pending.as))).toEqual(['CODE_INVALID']);
  });
});

describe('a contact of another account cannot be taken', () => {
  const everythingOf = (id: string) =>
    users.database.query(
      `SELECT to_jsonb(a) AS account, (SELECT jsonb_agg(to_jsonb(c) ORDER BY kind) FROM contacts c
        WHERE c.account_id = a.id) AS contacts FROM accounts a WHERE id = $1`,
      [id],
    );

  it('requesting it gets the same response as for a free one, sends its owner a notice and no code, and changes nothing', async () => {
    const [ann, mallory] = [await verified(users), await verified(users)];
    const [before, used] = [await everythingOf(ann.id), await codeOf(mallory.phone)];
    expect(await ask(ann.phone, mallory.as)).toEqual(await ask(form().phone, mallory.as));
    expect((await users.inbox(ann.phone))[0]).toMatchObject({ subject: 'Your Sprayhunt account', code: null });
    for (const code of ['000000', used])
      expect(refusal(await change(ann.phone, code, mallory.as))).toEqual(['CODE_INVALID']);
    expect(await everythingOf(ann.id)).toEqual(before);
    expect(await contactsOf(mallory.as)).toMatchObject([{ value: mallory.phone }, { value: mallory.email }]);
    expect((await signInBy(ann.phone)).grant).toMatchObject({ accountId: ann.id });
  });

  it('no code that its owner gives away moves it, whatever that code was for', async () => {
    const [ann, mallory] = [await verified(users), await verified(users)];
    await users.graphql(ASK_CODE, { contact: ann.phone }, guest());
    const given = await codeOf(ann.phone);
    await ask(ann.phone, mallory.as);
    expect(refusal(await change(ann.phone, given, mallory.as))).toEqual(['CODE_INVALID']);
    expect(await contactsOf(ann.as)).toMatchObject([{ value: ann.phone, verified: true }, {}]);
  });

  it('requesting does the same work for a used contact and for a free one', async () => {
    const [ann, mallory] = [await verified(users), await verified(users)];
    const free = form().phone;
    const work = async (contact: string) => {
      const written = async () =>
        (
          await users.database.query<object[]>(
            `SELECT (SELECT count(*) FROM one_time_codes WHERE slot LIKE 'change:%') AS codes, (SELECT count(*)
              FROM messages) AS messages`,
          )
        )[0]!;
      const before = await written();
      await ask(contact, mallory.as);
      const after = await written();
      return Object.entries(after).map(
        ([name, count]) => Number(count) - Number((before as Record<string, string>)[name]),
      );
    };
    expect(await work(ann.phone)).toEqual(await work(free));
  });

  it('of two accounts that were sent codes for one contact, the first to prove it keeps it', async () => {
    const [ann, bob] = [await verified(users), await verified(users)];
    const contact = form().email;
    await ask(contact, ann.as);
    const annsCode = await codeOf(contact);
    await ask(contact, bob.as);
    const bobsCode = await codeOf(contact);
    const results = await Promise.all([change(contact, annsCode, ann.as), change(contact, bobsCode, bob.as)]);
    expect(results.filter(({ data }) => data?.changeContact)).toHaveLength(1);
    expect(results.flatMap(({ errors }) => errors?.map(({ extensions }) => extensions.code) ?? [])).toEqual([
      'CODE_INVALID',
    ]);
    const owners = await users.database.query(
      `SELECT account_id FROM contacts WHERE value = $1 AND verified_at IS NOT NULL`,
      [contact],
    );
    expect(owners).toHaveLength(1);
  });

  it("a stranger's claim to the same contact does not stand in the way, and opens nothing afterwards", async () => {
    const contact = form().email;
    const claimer = await verified(users, { email: contact });
    const ann = await verified(users);
    expect((await changed(contact, ann.as)).data).toEqual({ changeContact: true });
    expect((await signInBy(contact)).grant).toMatchObject({ accountId: ann.id });
    expect(await contactsOf(claimer.as)).toEqual([{ kind: 'phone', value: claimer.phone, verified: true }]);
    const again = await signUp(users, { email: contact });
    expect(again.id).not.toBe(ann.id);
    expect((await users.graphql(SIGN_UP, { input: form() }, guest())).grant).toBeDefined();
  });
});

describe('limits', () => {
  it('one account asks for few codes, to however many contacts, and guesses few', async () => {
    const strict = await runUsers({ LIMIT_CODES_PER_CONTACT: '3/60', LIMIT_TRIES_PER_CONTACT: '4/60' });
    const ann = await verified(strict);
    const limited = ({ errors }: { errors?: { extensions: { code: string } }[] }) => errors?.[0]?.extensions.code;
    for (let times = 0; times < 3; times += 1)
      expect(limited(await strict.graphql(ASK, { contact: form().email }, ann.as))).toBeUndefined();
    expect(limited(await strict.graphql(ASK, { contact: form().email }, ann.as))).toBe('RATE_LIMITED');
    const guess = () => strict.graphql(CHANGE, { contact: ann.email, code: '000000' }, ann.as);
    // One try was the sign-up's own.
    for (let times = 0; times < 3; times += 1) expect(limited(await guess())).toBe('CODE_INVALID');
    expect(limited(await guess())).toBe('RATE_LIMITED');
    await strict.stop();
  });
});
