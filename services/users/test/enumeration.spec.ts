import { guest } from '@sprayhunt/service-kit/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ASK_CODE, form, newestCode, RESEND, SIGN_IN, SIGN_UP, signUp, VERIFY, verified } from './people.js';
import { runUsers, type RunningUsers } from './running-service.js';
import { statementsOf } from './statements.js';

let users: RunningUsers;

beforeAll(async () => {
  users = await runUsers();
  // The first call prepares what later ones find.
  await users.graphql(ASK_CODE, { contact: form().email }, guest());
});
afterAll(() => users.stop());

/** Statements by kind of contact; all kinds must have taken the same ones. */
async function expectAlike(calls: Record<string, () => Promise<unknown>>): Promise<void> {
  const [first, ...others] = Object.entries(calls);
  const expected = await statementsOf(first![1]);
  expect(expected.length).toBeGreaterThan(0);
  for (const [name, call] of others) expect([name, await statementsOf(call)]).toEqual([name, expected]);
}

describe('known and unknown contacts take the same work', () => {
  it('when a sign-in code is asked for', async () => {
    const [ann, bob, eve] = [await verified(users), await signUp(users), await verified(users)];
    await verified(users, { email: eve.email });
    const ask = (contact: string) => async () => {
      const { data, errors } = await users.graphql(ASK_CODE, { contact }, guest());
      expect({ data, errors }).toEqual({ data: { requestSignInCode: true }, errors: undefined });
    };
    await expectAlike({ unknown: ask(form().phone), proven: ask(ann.phone), pending: ask(bob.phone) });
    await expectAlike({
      unknown: ask(form().email),
      claimed: ask(ann.email),
      contested: ask(eve.email),
      pending: ask(bob.email),
    });
  });

  it('when someone signs up', async () => {
    const ann = await verified(users);
    const signUpAs = (changes: object) => async () =>
      expect(
        (await users.graphql(SIGN_UP, { input: form(changes as Record<string, unknown>) }, guest())).errors,
      ).toBeUndefined();
    await expectAlike({ unknown: signUpAs({}), known: signUpAs({ phone: ann.phone, email: ann.email }) });
  });

  it('when the code of a sign-up is asked for again', async () => {
    const ann = await verified(users);
    const [alike, other] = [await signUp(users, { phone: ann.phone, email: ann.email }), await signUp(users)];
    const resend = (person: typeof alike) => async () =>
      expect((await users.graphql(RESEND, {}, person.as)).data).toEqual({ resendContactCode: true });
    await expectAlike({ unknown: resend(other), known: resend(alike) });
    expect(await users.inbox(ann.phone)).toHaveLength(3);
  });

  it('when a wrong code is entered', async () => {
    const ann = await verified(users);
    const unknownPerson = form();
    const browser = guest();
    for (const contact of [ann.phone, unknownPerson.phone]) await users.graphql(ASK_CODE, { contact }, browser);
    const results: unknown[] = [];
    const guess = (contact: string) => async () =>
      results.push(await users.graphql(SIGN_IN, { contact, code: 'none' }, browser));
    await expectAlike({
      unknown: guess(unknownPerson.phone),
      known: guess(ann.phone),
      'never asked': guess(form().phone),
    });
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
  });

  it('also once the phone of a waiting sign-up was proven by someone else', async () => {
    const [waiting, other] = [await signUp(users), await signUp(users)];
    const winner = await signUp(users, { phone: waiting.phone });
    await users.graphql(VERIFY, { code: await newestCode(users, winner.phone) }, winner.as);
    const hint = async (as: typeof waiting.as) =>
      (await users.graphql<{ me: unknown }>('{ me { status contactHint } }', {}, as)).data!.me;
    expect(await hint(waiting.as)).toEqual({ status: 'pending', contactHint: `••••••${waiting.phone.slice(-4)}` });
    await expectAlike({
      unknown: () => users.graphql(RESEND, {}, other.as),
      known: () => users.graphql(RESEND, {}, waiting.as),
    });
  });
});
