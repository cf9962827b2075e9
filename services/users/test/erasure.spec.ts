import { accountDataErased, mediaReady } from '@sprayhunt/contracts';
import { uuidv7 } from '@sprayhunt/service-kit';
import { eventually } from '@sprayhunt/service-kit/testing';
import { clearErasedEvents, eventOf, guest, player } from '@sprayhunt/service-kit/harness';
import { register } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CONFIRMING_SERVICES } from '../src/erasure/erasures.js';
import { created, liked } from './facts.js';
import { ASK_CODE, form, newestCode, SIGN_IN, signUp, SIGN_UP, verified, wrong } from './people.js';
import { runUsers, type RunningUsers } from './running-service.js';

let users: RunningUsers;
beforeAll(async () => {
  users = await runUsers();
});
afterAll(() => users.stop());

const REQUEST = 'mutation { requestErasureCode { sentTo } }';
const ERASE = 'mutation ($code: String!) { eraseAccount(code: $code) }';

type Person = Awaited<ReturnType<typeof signUp>>;

const codeOf = ({ errors }: { errors?: { extensions: { code: string } }[] }) => errors?.[0]?.extensions.code;
const requestCode = (as: Person['as']) => users.graphql<{ requestErasureCode: { sentTo: string } }>(REQUEST, {}, as);
const eraseWith = (code: string, as: Person['as']) => users.graphql<{ eraseAccount: boolean }>(ERASE, { code }, as);

async function erase(person: Person) {
  await requestCode(person.as);
  const result = await eraseWith(await newestCode(users, person.phone), person.as);
  expect(result.data).toEqual({ eraseAccount: true });
  return result;
}

/** Tables in whose rows a text is anywhere; those of events count as one. */
async function traces(text: string): Promise<string[]> {
  const tables = await users.database.query<{ name: string }[]>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema()`,
  );
  const found = await Promise.all(
    tables.map(async ({ name }) =>
      (await users.database.query<object[]>(`SELECT FROM "${name}" t WHERE t::text LIKE '%' || $1 || '%'`, [text]))
        .length > 0
        ? [name]
        : [],
    ),
  );
  const withEventsAsOne = (name: string) => (name === 'outbox' || name.startsWith('sent_events') ? 'events' : name);
  return [...new Set(found.flat().map(withEventsAsOne))].sort();
}
const count = async (table: string, condition: string, ...values: unknown[]) =>
  (
    await users.database.query<{ n: number }[]>(`SELECT count(*)::int AS n FROM ${table} WHERE ${condition}`, values)
  )[0]!.n;

/** Where the id of a gone account may still be: it names no one there. */
const ID_STAYS = ['erased_accounts', 'erasures', 'events', 'transfers'];

describe('deleting an account', () => {
  it('takes a code to the proven contact, and ends every session', async () => {
    const ann = await verified(users);
    expect((await requestCode(ann.as)).data!.requestErasureCode.sentTo).toBe(`••••••${ann.phone.slice(-4)}`);
    const code = await newestCode(users, ann.phone);
    expect((await users.inbox(ann.phone))[0]!.text).toContain('to delete your Sprayhunt account for good');
    expect(codeOf(await eraseWith(wrong(code), ann.as))).toBe('CODE_INVALID');
    expect(codeOf(await eraseWith(code, player({ subject: ann.id })))).toBe('CODE_INVALID');
    const done = await eraseWith(code, ann.as);
    expect([done.data, done.grant]).toEqual([
      { eraseAccount: true },
      { accountId: ann.id, status: 'verified', ends: true },
    ]);
    expect(codeOf(await eraseWith(code, ann.as))).toBe('CODE_INVALID');
    expect(codeOf(await requestCode(ann.as))).toBe('UNAUTHENTICATED');
    expect((await users.graphql<{ me: null }>('{ me { id } }', {}, ann.as)).data!.me).toBeNull();
    for (const as of [undefined, guest()]) expect(codeOf(await users.graphql(REQUEST, {}, as))).toBe('UNAUTHENTICATED');
  });

  it('takes a pending account’s code to the phone that it claims, and leaves the messages of that phone’s owner alone', async () => {
    const owner = await verified(users);
    const pending = await signUp(users, { phone: owner.phone });
    const browser = guest();
    await users.graphql(ASK_CODE, { contact: owner.phone }, browser);
    const theirs = await newestCode(users, owner.phone);
    await erase(pending);
    expect(await count('accounts', 'id = $1', pending.id)).toBe(0);
    expect((await users.graphql(SIGN_IN, { contact: owner.phone, code: theirs }, browser)).grant).toMatchObject({
      accountId: owner.id,
    });
    expect((await users.inbox(owner.phone)).some(({ code }) => code === theirs)).toBe(true);
  });

  it('ends after five wrong codes, and asks not too often', async () => {
    const ann = await verified(users);
    await requestCode(ann.as);
    const code = await newestCode(users, ann.phone);
    for (let tries = 0; tries < 5; tries += 1)
      expect(codeOf(await eraseWith(wrong(code), ann.as))).toBe('CODE_INVALID');
    expect(codeOf(await eraseWith(code, ann.as))).toMatch(/^(CODE_INVALID|RATE_LIMITED)$/);
    expect(await count('accounts', 'id = $1', ann.id)).toBe(1);
    const results = [];
    for (let times = 0; times < 25; times += 1) results.push(codeOf(await requestCode(ann.as)));
    expect(results.at(-1)).toBe('RATE_LIMITED');
  });

  it('says so where there is no contact that a code could go to', async () => {
    const ann = await signUp(users);
    await users.database.query('DELETE FROM contacts WHERE account_id = $1', [ann.id]);
    expect(codeOf(await requestCode(ann.as))).toBe('NO_CONTACT');
  });

  it('leaves no word of the person anywhere, but for a goodbye and an id that means nothing', async () => {
    const ann = await verified(users, { firstName: 'Annabelle', lastName: 'Leeward', bio: 'Paints herons at night.' });
    const pictureId = uuidv7();
    await users.publish(created(ann.id), created(ann.id, { pinType: 'tag' }), liked(ann.id));
    await users.publish(
      eventOf(mediaReady, {
        pictureId,
        ownerId: ann.id,
        purpose: 'avatar',
        width: 4,
        height: 3,
        thumbhash: 'aGk=',
        bytes: 9,
      }),
    );
    await users.graphql('mutation { completeTutorialStep(step: 1) { balance } }', {}, ann.as);
    await users.graphql(ASK_CODE, { contact: ann.email }, guest());
    await users.graphql(
      'mutation ($input: CompleteProfileInput!) { completeProfile(input: $input) { id } }',
      { input: { username: ann.username, dateOfBirth: '1990-05-17' } },
      ann.as,
    );
    await users.database.query(
      `INSERT INTO oidc_payloads (model, id_hash, payload, expires_at)
        VALUES ('Session', '\\x01', jsonb_build_object('accountId', $1::text), now() + interval '1 hour')`,
      [ann.id],
    );
    await eventually(async () =>
      expect(await traces(ann.id)).toEqual(
        expect.arrayContaining([
          'achievement_marks',
          'pictures',
          'player_achievements',
          'player_statistics',
          'social_deeds',
          'transfers',
        ]),
      ),
    );
    await erase(ann);

    expect(await traces(ann.id)).toEqual(ID_STAYS);
    // The goodbye went where the code went; what counts the codes a contact is sent ends within a day.
    await eventually(async () => {
      await clearErasedEvents(users.database);
      expect(await traces(ann.phone)).toEqual(['messages']);
    });
    for (const word of [ann.email, 'Annabelle', 'Leeward', 'herons at night']) expect(await traces(word)).toEqual([]);
    const messages = await users.inbox(ann.phone);
    expect(messages.map(({ subject, code }) => ({ subject, code }))).toEqual([
      { subject: 'Your Sprayhunt account is deleted', code: null },
    ]);
    expect(await count('messages', 'recipient = $1 AND forget_when_sent', ann.phone)).toBe(1);
  });

  it('covers every column of the schema that names an account', async () => {
    const columns = await users.database.query<{ column: string; cascades: boolean }[]>(
      `SELECT c.table_name || '.' || c.column_name AS column, bool_or(coalesce(r.delete_rule = 'CASCADE', false)) AS
        cascades
       FROM information_schema.columns c
       LEFT JOIN information_schema.key_column_usage k USING (table_schema, table_name, column_name)
       LEFT JOIN information_schema.referential_constraints r ON r.constraint_schema = k.constraint_schema
         AND r.constraint_name = k.constraint_name
       WHERE c.table_schema = current_schema() AND c.column_name ~ '(account|owner|player|user)_id'
       GROUP BY 1 ORDER BY 1`,
    );
    const byHand = ['pictures.owner_id', 'player_statistics.account_id', 'rank_changes.account_id'];
    const staysWithoutAName = [
      'erased_accounts.account_id',
      'erasures.account_id',
      'transfers.credit_account_id',
      'transfers.debit_account_id',
    ];
    expect(columns.filter(({ cascades }) => !cascades).map(({ column }) => column)).toEqual(
      [...staysWithoutAName, ...byHand].sort(),
    );
    expect(columns.filter(({ cascades }) => cascades).map(({ column }) => column)).toEqual(
      expect.arrayContaining(['contacts.account_id', 'passkeys.account_id', 'wallets.account_id']),
    );
  });

  it('keeps the ledger whole: the coins go back to the mint, and no transfer is lost', async () => {
    const ann = await verified(users);
    await users.publish(created(ann.id, { tokens: 150 }), created(ann.id));
    await eventually(async () => expect(await count('transfers', 'credit_account_id = $1', ann.id)).toBe(2));
    await erase(ann);
    const [sums] = await users.database.query<object[]>(
      `SELECT count(*)::int AS transfers, sum(CASE WHEN credit_account_id = $1 THEN amount
        ELSE -amount END)::int AS balance
       FROM transfers WHERE $1 IN (credit_account_id, debit_account_id)`,
      [ann.id],
    );
    expect(sums).toEqual({ transfers: 3, balance: 0 });
    expect(await count('player_statistics', 'account_id = $1', ann.id)).toBe(0);
    const [ledger] = await users.database.query<{ mint: number; players: number }[]>(
      `SELECT (SELECT sum(CASE WHEN debit_account_id = '00000000-0000-7000-8000-000000000001' THEN amount
        ELSE -amount END)::int FROM transfers) AS mint,
              (SELECT coalesce(sum(tokens), 0)::int FROM player_statistics) AS players`,
    );
    expect(ledger!.mint).toBe(ledger!.players);
  });

  it('frees phone, e-mail and username for an account that begins again', async () => {
    const ann = await verified(users);
    await users.publish(created(ann.id));
    await eventually(async () => expect(await count('transfers', 'credit_account_id = $1', ann.id)).toBe(1));
    await erase(ann);
    const again = await verified(users, { phone: ann.phone, email: ann.email, username: ann.username });
    expect(again.id).not.toBe(ann.id);
    const { data } = await users.graphql<{ me: object }>(
      '{ me { username status tokens discoveries bio } }',
      {},
      again.as,
    );
    expect(data!.me).toEqual({ username: ann.username, status: 'verified', tokens: 0, discoveries: 0, bio: 'Walls.' });
  });
});

describe('an erased account', () => {
  it('is not brought back by late events or by identities that are still valid', async () => {
    const [ann, bob] = [await verified(users), await verified(users)];
    const before = created(ann.id);
    await users.publish(before);
    await eventually(async () => expect(await count('transfers', 'credit_account_id = $1', ann.id)).toBe(1));
    await erase(ann);
    const held = await count('transfers', '$1 IN (credit_account_id, debit_account_id)', ann.id);
    const pictureId = uuidv7();
    const late = [created(ann.id), { ...before, id: uuidv7() }, liked(ann.id), created(bob.id)];
    await users.publish(
      ...late,
      eventOf(mediaReady, {
        pictureId,
        ownerId: ann.id,
        purpose: 'avatar',
        width: 4,
        height: 3,
        thumbhash: 'aGk=',
        bytes: 9,
      }),
      liked(bob.id),
    );
    await eventually(async () => expect(await count('transfers', 'credit_account_id = $1', bob.id)).toBe(1));
    await eventually(async () => expect(await count('social_deeds', 'account_id = $1', bob.id)).toBe(1));

    expect(codeOf(await users.graphql('mutation { completeTutorialStep(step: 1) { balance } }', {}, ann.as))).toBe(
      'UNAUTHENTICATED',
    );
    expect(
      codeOf(
        await users.graphql(
          'mutation ($input: CompleteProfileInput!) { completeProfile(input: $input) { id } }',
          { input: { username: 'ann again', dateOfBirth: '1990-05-17' } },
          ann.as,
        ),
      ),
    ).toBe('UNAUTHENTICATED');
    expect((await users.graphql('mutation { resendContactCode }', {}, ann.as)).data).toEqual({
      resendContactCode: true,
    });
    const revived = await users.graphql<object>(SIGN_UP, { input: form() }, { ...guest(), subject: ann.id });
    expect(revived.grant!.accountId).not.toBe(ann.id);
    expect(await count('transfers', '$1 IN (credit_account_id, debit_account_id)', ann.id)).toBe(held);
    expect(await traces(ann.id)).toEqual(ID_STAYS);
  });

  it('leaves nothing, whatever is booked while it is being erased', async () => {
    const ann = await verified(users);
    await requestCode(ann.as);
    const code = await newestCode(users, ann.phone);
    const steps = [1, 2, 3, 4, 5, 7, 8].map((step) =>
      users.graphql(`mutation { completeTutorialStep(step: ${step}) { balance } }`, {}, ann.as),
    );
    const events = users.publish(...Array.from({ length: 40 }, () => created(ann.id)));
    const [result] = await Promise.all([eraseWith(code, ann.as), events, ...steps]);
    expect(result.data).toEqual({ eraseAccount: true });
    const marker = await verified(users);
    await users.publish(created(marker.id));
    await eventually(async () => expect(await count('transfers', 'credit_account_id = $1', marker.id)).toBe(1));
    expect(await traces(ann.id)).toEqual(ID_STAYS);
    const [{ balance }] = await users.database.query<[{ balance: number }]>(
      `SELECT coalesce(sum(CASE WHEN credit_account_id = $1 THEN amount ELSE -amount END), 0)::int AS balance
        FROM transfers WHERE $1 IN (credit_account_id, debit_account_id)`,
      [ann.id],
    );
    expect(balance).toBe(0);
  });

  it('is outstanding until every service has confirmed, for operators to see', async () => {
    const ann = await verified(users);
    await erase(ann);
    const outstanding = () => count('erasures', 'account_id = $1 AND confirmed_at IS NULL', ann.id);
    expect(await outstanding()).toBe(CONFIRMING_SERVICES.length);
    expect(await register.getSingleMetricAsString('erasures_outstanding')).toMatch(
      /^erasures_outstanding\{service="media"\} [1-9]/m,
    );
    const confirm = (service: string) => eventOf(accountDataErased, { accountId: ann.id, service });
    await users.publish(confirm('media'), confirm('media'), confirm('nobody'));
    await eventually(async () => expect(await outstanding()).toBe(CONFIRMING_SERVICES.length - 1));
    await users.publish(...CONFIRMING_SERVICES.map(confirm));
    await eventually(async () => expect(await outstanding()).toBe(0));
    await users.database.query('UPDATE erasures SET confirmed_at = now()');
    expect(await register.getSingleMetricAsString('erasures_outstanding')).not.toContain('service=');
  });
});
