import { publishedEvents } from '@sprayhunt/service-kit/testing';
import { guest, player, signIdentity } from '@sprayhunt/service-kit/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ASK_CODE, form, newestCode, RESEND, SIGN_IN, SIGN_UP, signUp, VERIFY, verified, wrong } from './people.js';
import { runUsers, type RunningUsers } from './running-service.js';

let users: RunningUsers;

beforeAll(async () => {
  users = await runUsers();
});
afterAll(() => users.stop());

type Browser = ReturnType<typeof guest>;

const askCode = (contact: string, browser: Browser) => users.graphql(ASK_CODE, { contact }, browser);
const signIn = (contact: string, code: string, browser: Browser) => users.graphql(SIGN_IN, { contact, code }, browser);

/** Signs in by the code that is sent to `contact`, in a new browser. */
async function signInBy(contact: string, inboxOf = contact) {
  const browser = guest();
  await askCode(contact, browser);
  return signIn(contact, await newestCode(users, inboxOf), browser);
}

const refusal = ({ data, errors, grant }: Awaited<ReturnType<typeof signIn>>) => {
  expect({ opened: Object.values(data ?? {}).filter(Boolean), grant }).toEqual({ opened: [], grant: undefined });
  return errors?.map(({ extensions }) => extensions.code);
};

const codeOf = (phone: string) => newestCode(users, phone);

describe('sign-in by code', () => {
  it('opens the account by its phone or its e-mail, however they are written [PERM-17 PERM-18 PERM-20]', async () => {
    const ann = await verified(users, { phone: '+447400555001', country: 'UK' });
    const opened = { data: { signIn: null }, grant: { accountId: ann.id, status: 'verified', language: 'en' } };
    expect(await signInBy(ann.phone)).toMatchObject(opened);
    expect(await signInBy('+44 7400 555 001', ann.phone)).toMatchObject(opened);
    expect(await signInBy('07400 555001', ann.phone)).toMatchObject(opened);
    expect(await signInBy(ann.email)).toMatchObject(opened);
    expect(await signInBy(` ${ann.email.toUpperCase()} `, ann.email)).toMatchObject(opened);
    expect((await users.inbox(ann.email))[0]).toMatchObject({
      channel: 'email',
      subject: expect.stringContaining('sign-in code') as unknown as string,
    });
  });

  it('signing in again ends no other session', async () => {
    const ann = await verified(users);
    expect((await signInBy(ann.phone)).grant).toEqual({ accountId: ann.id, status: 'verified', language: 'en' });
  });

  it('a pending account that proves its contact by signing in is verified, and what was open before ends', async () => {
    const ann = await signUp(users);
    expect((await signInBy(ann.email)).grant).toEqual({ accountId: ann.id, status: 'verified', language: 'en' });
    const { data } = await users.graphql<{ me: unknown }>('{ me { status } }', {}, ann.as);
    expect(data!.me).toEqual({ status: 'verified' });
    const events = await users.database.query<unknown[]>(
      `SELECT event -> 'data' AS data FROM ${publishedEvents()} WHERE subject = 'users.account-verified.v1'
        AND event ->> 'subject' = $1`,
      [ann.id],
    );
    expect(events).toEqual([{ data: { accountId: ann.id, contactKind: 'email' } }]);
  });

  it('a code works once', async () => {
    const ann = await verified(users);
    const browser = guest();
    await askCode(ann.phone, browser);
    const code = await codeOf(ann.phone);
    const results = await Promise.all(Array.from({ length: 4 }, () => signIn(ann.phone, code, browser)));
    expect(results.filter(({ grant }) => grant)).toHaveLength(1);
    expect(refusal(await signIn(ann.phone, code, browser))).toEqual(['CODE_INVALID']);
  });

  it('a code works only in the browser that asked for it, and only for the contact it was sent to', async () => {
    const [ann, bob] = [await verified(users), await verified(users)];
    const browser = guest();
    await askCode(ann.phone, browser);
    const code = await codeOf(ann.phone);
    expect(refusal(await signIn(ann.phone, code, guest()))).toEqual(['CODE_INVALID']);
    expect(refusal(await signIn(bob.phone, code, browser))).toEqual(['CODE_INVALID']);
    expect(refusal(await users.graphql(SIGN_IN, { contact: ann.phone, code }))).toEqual(['CODE_INVALID']);
    expect((await signIn(ann.phone, code, browser)).grant).toMatchObject({ accountId: ann.id });
  });

  it('a code ends after 10 minutes, and is not kept in clear', async () => {
    const ann = await verified(users);
    const browser = guest();
    await askCode(ann.phone, browser);
    const code = await codeOf(ann.phone);
    const [row] = await users.database.query<{ lifetime: number; row: string }[]>(
      `SELECT extract(epoch FROM expires_at - now())::int AS lifetime, to_jsonb(one_time_codes) #>> '{hash}' AS row
       FROM one_time_codes WHERE value = $1 AND slot LIKE 'sign-in:%'`,
      [ann.phone],
    );
    expect(row!.lifetime).toBeGreaterThan(9 * 60);
    expect(row!.lifetime).toBeLessThanOrEqual(10 * 60);
    expect(row!.row).not.toContain(Buffer.from(code).toString('hex'));
    await users.database.query(`UPDATE one_time_codes SET expires_at = now() WHERE value = $1`, [ann.phone]);
    expect(refusal(await signIn(ann.phone, code, browser))).toEqual(['CODE_INVALID']);
  });

  it('refuses what is no contact, and calls without a browser session', async () => {
    expect((await askCode('nobody', guest())).errors![0]!.extensions).toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: [{ field: 'contact', code: 'INVALID' }],
    });
    expect(refusal(await users.graphql(ASK_CODE, { contact: 'a@example.com' }))).toEqual(['UNAUTHENTICATED']);
    expect(refusal(await users.graphql(VERIFY, { code: '123456' }, guest()))).toEqual(['UNAUTHENTICATED']);
    expect(refusal(await users.graphql(RESEND, {}, guest()))).toEqual(['UNAUTHENTICATED']);
  });

  it('believes no identity that was signed for another service', async () => {
    const ann = await verified(users);
    const foreign = signIdentity(ann.as, 'media');
    expect(await users.graphql('{ me { id } }', {}, foreign)).toMatchObject({
      statusCode: 401,
      code: 'UNAUTHENTICATED',
    });
  });
});

describe('no one learns who has an account', () => {
  it('sign-up returns the same for a known and a new phone and e-mail [SIGN-24]', async () => {
    const ann = await verified(users);
    const known = await users.graphql(SIGN_UP, { input: form({ phone: ann.phone, email: ann.email }) }, guest());
    const unknown = await users.graphql(SIGN_UP, { input: form() }, guest());
    const shape = ({ data, errors, grant }: typeof known) => ({
      data,
      errors,
      status: grant?.status,
      keys: Object.keys(grant ?? {}),
    });
    expect(shape(known)).toEqual(shape(unknown));
    const meOf = async (id: string) =>
      Object.keys(
        (
          await users.graphql<{ me: object }>(
            '{ me { status contactHint profileComplete } }',
            {},
            player({ subject: id, status: 'pending' }),
          )
        ).data!.me,
      );
    expect(await meOf(known.grant!.accountId)).toEqual(await meOf(unknown.grant!.accountId));
  });

  it('asking for a sign-in code returns the same, and does the same work', async () => {
    const ann = await verified(users);
    const unknownPerson = form();
    expect(await askCode(ann.phone, guest())).toEqual(await askCode(unknownPerson.phone, guest()));
    expect(await askCode(ann.email, guest())).toEqual(await askCode(unknownPerson.email, guest()));
    expect(await users.inbox(unknownPerson.phone)).toEqual([]);
    expect(await users.inbox(unknownPerson.email)).toEqual([]);
    const written = async (contact: string) => {
      const [row] = await users.database.query<unknown[]>(
        `SELECT (SELECT count(*) FROM one_time_codes WHERE value = $1 AND slot LIKE 'sign-in:%') AS codes,
                (SELECT count(*) FROM messages WHERE recipient = $1 AND text LIKE '%sign-in%') AS messages`,
        [contact],
      );
      return row;
    };
    expect(await written(unknownPerson.email)).toEqual(await written(ann.email));
  });

  it('a wrong code fails alike for known and unknown contacts', async () => {
    const ann = await verified(users);
    const unknownPerson = form().phone;
    const browser = guest();
    await Promise.all([askCode(ann.phone, browser), askCode(unknownPerson, browser)]);
    const code = wrong(await codeOf(ann.phone));
    expect((await signIn(ann.phone, code, browser)).errors).toEqual(
      (await signIn(unknownPerson, code, browser)).errors,
    );
  });
});
