import { guest } from '@sprayhunt/service-kit/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Erasures } from '../src/erasure/erasures.js';
import { ForeignIdentities } from '../src/oidc/foreign-identities.js';
import { SuspendedContacts } from '../src/standings/suspended-contacts.js';
import { ASK_CODE, emailProven, newestCode, SIGN_IN, signUp, VERIFY, verified } from './people.js';
import { runUsers, type RunningUsers } from './running-service.js';
import { suspend } from './suspend.js';

let users: RunningUsers;
beforeAll(async () => {
  users = await runUsers();
});
afterAll(() => users.stop());

type Person = Pick<Awaited<ReturnType<typeof verified>>, 'id' | 'phone' | 'email' | 'as'>;

/** The code of the refusal; undefined for a success. */
async function refusalOf(document: string, variables: object, as: Person['as']): Promise<string | undefined> {
  return (await users.graphql(document, variables, as)).errors?.[0]?.extensions.code;
}

async function erase(person: Person): Promise<void> {
  const isAsked = await refusalOf('mutation { requestErasureCode { sentTo } }', {}, person.as);
  const code = await newestCode(users, person.phone);
  const isErased = await refusalOf('mutation ($code: String!) { eraseAccount(code: $code) }', { code }, person.as);
  expect([isAsked, isErased]).toEqual([undefined, undefined]);
}

async function suspendedAndErased(duration: string | null = '3 days'): Promise<Person> {
  const ann = await verified(users);
  await suspend(users, ann.id, duration);
  await erase(ann);
  return ann;
}

/** Signs up with this phone and enters the code. */
async function signUpAgain(phone: string): Promise<string | undefined> {
  const again = await signUp(users, { phone });
  return refusalOf(VERIFY, { code: await newestCode(users, phone) }, again.as);
}

const sweepEnded = () => users.app.get(SuspendedContacts).sweep();
const kept = () => users.database.query(`SELECT contact_hash, ends_at FROM suspended_contacts`);

describe('a player who erased a suspended account', () => {
  it('cannot confirm the same phone for another one, and learns so by the code alone', async () => {
    const ann = await suspendedAndErased(null);
    const again = await signUp(users, { phone: ann.phone });
    expect(again.result.data).toEqual({ signUp: { status: 'pending' } });
    expect((await users.inbox(ann.phone))[0]!.text).toContain('Welcome');
    expect(await refusalOf(VERIFY, { code: '000000' }, again.as)).toBe('CODE_INVALID');
    const code = await newestCode(users, ann.phone);
    expect(await refusalOf(VERIFY, { code }, again.as)).toBe('CONTACT_SUSPENDED');
    const browser = guest();
    expect(await refusalOf(ASK_CODE, { contact: ann.phone }, browser)).toBeUndefined();
    const signIn = { contact: ann.phone, code: await newestCode(users, ann.phone) };
    expect(await refusalOf(SIGN_IN, signIn, browser)).toBe('CONTACT_SUSPENDED');
  });

  it('cannot move another account to it', async () => {
    const [ann, bob] = [await suspendedAndErased(), await verified(users)];
    const change = 'mutation ($contact: String!) { requestContactChange(contact: $contact) }';
    expect(await refusalOf(change, { contact: ann.phone }, bob.as)).toBeUndefined();
    const entered = { contact: ann.phone, code: await newestCode(users, ann.phone) };
    const confirm = 'mutation ($contact: String!, $code: String!) { changeContact(contact: $contact, code: $code) }';
    expect(await refusalOf(confirm, entered, bob.as)).toBe('CONTACT_SUSPENDED');
  });

  it('may use an e-mail that was never confirmed: it may be of another person', async () => {
    const ann = await suspendedAndErased();
    await emailProven(users, guest(), { email: ann.email });
    const [owner] = await users.database.query<{ verified: boolean }[]>(
      `SELECT verified_at IS NOT NULL AS verified FROM contacts WHERE value = $1`,
      [ann.email],
    );
    expect(owner).toEqual({ verified: true });
  });

  it('may use it again when the suspension has ended; the hash is deleted then', async () => {
    const ann = await suspendedAndErased();
    await sweepEnded();
    expect(await signUpAgain(ann.phone)).toBe('CONTACT_SUSPENDED');
    await users.database.query(`UPDATE suspended_contacts SET ends_at = now()`);
    expect(await signUpAgain(ann.phone)).toBeUndefined();
    await sweepEnded();
    expect(await kept()).toEqual([]);
  });

  it('leaves a hash and a time, and nothing without a suspension or after a successful appeal', async () => {
    await users.database.query(`DELETE FROM suspended_contacts`);
    const [free, cleared] = [await verified(users), await verified(users)];
    await erase(free);
    const caseId = await suspend(users, cleared.id);
    await users.database.query(
      `INSERT INTO moderation_appeals (case_id, text, is_overturned, reason, decided_at)
       VALUES ($1, 'Art.', true, 'Yes.', now())`,
      [caseId],
    );
    await erase(cleared);
    expect(await kept()).toEqual([]);
    await suspendedAndErased();
    expect(await kept()).toEqual([{ contact_hash: expect.any(Buffer), ends_at: expect.any(Date) }]);
  });

  it('cannot come back by the same login at another issuer', async () => {
    const identities = users.app.get(ForeignIdentities);
    const login = { issuer: 'https://id.example', subject: 'ann', isOurs: false, email: undefined };
    const { accountId } = await identities.account(login, 'en');
    await suspend(users, accountId);
    await users.database.transaction((tx) => users.app.get(Erasures).erase(tx, accountId));
    await expect(identities.account(login, 'en')).rejects.toMatchObject({ code: 'CONTACT_SUSPENDED' });
    expect(await identities.account({ ...login, subject: 'bob' }, 'en')).toMatchObject({ status: 'pending' });
  });
});
