import { contactConfirmed, mediaReady, subjectMerged } from '@sprayhunt/contracts';
import { newPictureId } from '@sprayhunt/service-kit';
import { eventually } from '@sprayhunt/service-kit/testing';
import { eventOf, guest, player } from '@sprayhunt/service-kit/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ASK_CODE, emailProven, form, newestCode, SIGN_IN, signUp, SIGN_UP, verified, VERIFY } from './people.js';
import { runUsers, type RunningUsers } from './running-service.js';

let users: RunningUsers;
beforeAll(async () => {
  users = await runUsers();
});
afterAll(() => users.stop());

type Caller = ReturnType<typeof guest>;
const mergesOf = async (subject: string) =>
  (await users.published(subjectMerged))
    .filter(({ subjectId }) => subjectId === subject)
    .map(({ accountId }) => accountId);
const photoOf = (ownerId: string, pictureId = newPictureId()) =>
  eventOf(mediaReady, { pictureId, ownerId, purpose: 'avatar', width: 4, height: 3, thumbhash: 'aGk=', bytes: 9 });
const ownerOf = async (picture: string) =>
  (
    await users.database.query<{ owner: string }[]>(`SELECT owner_id AS owner FROM pictures WHERE id = $1`, [picture])
  )[0]?.owner;
const balanceOf = async (as: Caller) =>
  (await users.graphql<{ me: { tokens: number } }>('{ me { tokens } }', {}, as)).data!.me.tokens;
const step = (number: number, as: Caller) =>
  users.graphql(`mutation { completeTutorialStep(step: ${number}) { balance } }`, {}, as);
async function signIn(contact: string, browser: Caller) {
  await users.graphql(ASK_CODE, { contact }, browser);
  return users.graphql(SIGN_IN, { contact, code: await newestCode(users, contact) }, browser);
}

describe('a sign-up whose code proves the contact of an existing account', () => {
  it('gives that account its pictures, also those whose event comes later, and the coins of steps that it has not had', async () => {
    const ann = await verified(users);
    await step(1, ann.as);
    const again = await signUp(users, { phone: ann.phone });
    for (const number of [1, 2, 3]) await step(number, again.as);
    const [early, late] = [photoOf(again.id), photoOf(again.id)];
    await users.publish(early);
    await eventually(async () => expect(await ownerOf(early.data.pictureId)).toBe(again.id));
    expect((await users.graphql(VERIFY, { code: await newestCode(users, ann.phone) }, again.as)).grant).toMatchObject({
      accountId: ann.id,
    });
    await users.publish(late);
    await eventually(async () =>
      expect([await ownerOf(early.data.pictureId), await ownerOf(late.data.pictureId)]).toEqual([ann.id, ann.id]),
    );
    expect([await mergesOf(again.id), await balanceOf(ann.as)]).toEqual([[ann.id], 10 + 25 + 15]);
    const [sums] = await users.database.query<object[]>(
      `SELECT sum(CASE WHEN credit_account_id = $1 THEN amount ELSE -amount END)::int AS balance FROM transfers
        WHERE $1 IN (credit_account_id, debit_account_id)`,
      [again.id],
    );
    expect(sums).toEqual({ balance: 0 });
    expect(await users.database.query(`SELECT service FROM erasures WHERE account_id = $1`, [again.id])).toEqual([]);
  });
});

describe('a guest who signs in', () => {
  it('to an existing account is merged into it, once', async () => {
    const ann = await verified(users);
    const browser = guest();
    const photo = photoOf(browser.subject);
    await users.publish(photo);
    await eventually(async () => expect(await ownerOf(photo.data.pictureId)).toBe(browser.subject));
    expect((await signIn(ann.phone, browser)).grant).toMatchObject({ accountId: ann.id });
    expect([await mergesOf(browser.subject), await ownerOf(photo.data.pictureId)]).toEqual([[ann.id], ann.id]);
    // Its subject opens no account any more.
    expect((await users.graphql(SIGN_UP, { input: form() }, browser)).grant!.accountId).not.toBe(browser.subject);
  });

  it('with a session whose subject is an account already merges nothing', async () => {
    const [ann, bob] = [await verified(users), await verified(users)];
    const stale = { ...guest(), subject: bob.id };
    expect((await signIn(ann.phone, stale)).grant).toMatchObject({ accountId: ann.id });
    expect([
      await mergesOf(bob.id),
      (await users.graphql<{ me: object }>('{ me { status } }', {}, bob.as)).data!.me,
    ]).toEqual([[], { status: 'verified' }]);
  });

  it('does not merge with a wrong code', async () => {
    const ann = await verified(users);
    const browser = guest();
    await users.graphql(ASK_CODE, { contact: ann.phone }, browser);
    await users.graphql(SIGN_IN, { contact: ann.phone, code: '' }, browser);
    expect(await mergesOf(browser.subject)).toEqual([]);
  });
});

describe('a pending player', () => {
  it('who signs in to an account whose contact the sign-up claims is merged into it', async () => {
    const ann = await verified(users);
    const again = await signUp(users, { phone: ann.phone });
    await signIn(ann.email, { ...again.as });
    expect(await mergesOf(again.id)).toEqual([ann.id]);
    expect(await users.database.query(`SELECT FROM accounts WHERE id = $1`, [again.id])).toEqual([]);
  });

  it('who shares no contact with the account stays: another person may have signed up in that browser', async () => {
    const ann = await verified(users);
    const other = await signUp(users);
    expect((await signIn(ann.phone, other.as)).grant).toMatchObject({ accountId: ann.id });
    expect([
      await mergesOf(other.id),
      await users.database.query(`SELECT status FROM accounts WHERE id = $1`, [other.id]),
    ]).toEqual([[], [{ status: 'pending' }]]);
  });

  it('who signs up again is merged into the new account, with the uploads and coins of the first sign-up', async () => {
    const first = await signUp(users);
    await step(1, first.as);
    const photo = photoOf(first.id);
    await users.publish(photo);
    await eventually(async () => expect(await ownerOf(photo.data.pictureId)).toBe(first.id));
    const input = form({ username: first.username, avatarUrl: `/objects/${photo.data.pictureId}` });
    const { accountId } = (await users.graphql(SIGN_UP, { input }, first.as)).grant!;
    expect([await mergesOf(first.id), await ownerOf(photo.data.pictureId)]).toEqual([[accountId], accountId]);
    expect(await users.database.query(`SELECT FROM accounts WHERE id = $1`, [first.id])).toEqual([]);
    const { data } = await users.graphql<{ me: object }>(
      '{ me { username tokens status } }',
      {},
      player({ subject: accountId, status: 'pending' }),
    );
    expect(data!.me).toEqual({ username: first.username, tokens: 10, status: 'pending' });
    expect(
      (
        await users.graphql(
          VERIFY,
          { code: await newestCode(users, input.phone) },
          player({ subject: accountId, status: 'pending' }),
        )
      ).data,
    ).toEqual({ verifyContact: true });
  });
});

it('a verified player merges nothing by signing in to another account, also one whose e-mail the profile claims', async () => {
  const ann = await emailProven(users, guest());
  const bob = await verified(users, { email: ann.email });
  expect((await signIn(ann.email, bob.as)).grant).toMatchObject({ accountId: ann.id });
  expect(await mergesOf(bob.id)).toEqual([]);
});

it('each contact that an account confirms is published, the first one and later ones; claims are not', async () => {
  const ann = await verified(users);
  const confirmed = async () =>
    (await users.published(contactConfirmed))
      .filter(({ accountId }) => accountId === ann.id)
      .map(({ kind, value }) => [kind, value]);
  expect(await confirmed()).toEqual([['phone', ann.phone]]);
  await signIn(ann.email, guest());
  const { email } = form();
  await users.graphql(
    'mutation ($contact: String!) { requestContactChange(contact: $contact) }',
    { contact: email },
    ann.as,
  );
  await users.graphql(
    'mutation ($contact: String!, $code: String!) { changeContact(contact: $contact, code: $code) }',
    { contact: email, code: await newestCode(users, email) },
    ann.as,
  );
  expect(await confirmed()).toEqual([
    ['phone', ann.phone],
    ['email', ann.email],
    ['email', email],
  ]);
});
