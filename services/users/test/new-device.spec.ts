import type { Identity } from '@sprayhunt/service-kit';
import { guest, player } from '@sprayhunt/service-kit/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ASK_CODE, emailProven, form, newestCode, SIGN_IN, SIGN_UP, VERIFY } from './people.js';
import { runUsers, type RunningUsers } from './running-service.js';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0';

let users: RunningUsers;

beforeAll(async () => {
  users = await runUsers();
});
afterAll(() => users.stop());

/** A browser with a session of its own and the cookie that outlives sessions. */
const browser = (id: string, userAgent = FIREFOX): Identity => ({ ...guest(), device: { id, userAgent } });

async function signIn(contact: string, as: Identity) {
  await users.graphql(ASK_CODE, { contact }, as);
  const result = await users.graphql(SIGN_IN, { contact, code: await newestCode(users, contact) }, as);
  expect(result.grant).toBeDefined();
}

const notices = async (to: string) =>
  (await users.inbox(to)).filter(({ subject }) => subject.startsWith('New sign-in'));

describe('word of a new device', () => {
  it('comes by e-mail, with the browser, the time in UTC and what to do', async () => {
    const ann = await emailProven(users, browser('ann-laptop'));
    expect(await notices(ann.email)).toEqual([]);
    const before = Date.now();
    await signIn(ann.email, browser('ann-phone', 'curl/8'));
    await signIn(ann.email, browser('ann-tablet'));
    const [second, first] = (await notices(ann.email)).map(({ text }) => text);
    expect(first).toContain('An unknown browser signed in');
    expect(second).toContain('Firefox on Linux signed in');
    expect(second).toContain('“Signed-in devices”');
    const [, day, time] = / on (\d{1,2} \w{3} \d{4}), (\d{2}:\d{2}) UTC/.exec(second!)!;
    expect(Math.abs(Date.parse(`${day} ${time} UTC`) - before)).toBeLessThan(120_000);
  });

  it('comes once for each device, however often it signs in again', async () => {
    const ann = await emailProven(users, browser('one'));
    for (const id of ['one', 'two', 'two', 'one']) await signIn(ann.email, browser(id));
    expect(await notices(ann.email)).toHaveLength(1);
  });

  it('comes by SMS where no e-mail is proven', async () => {
    const own = browser('phone-only');
    const input = form();
    const { grant } = await users.graphql(SIGN_UP, { input }, own);
    await users.graphql(
      VERIFY,
      { code: await newestCode(users, input.phone) },
      { ...player({ subject: grant!.accountId, status: 'pending' }), device: own.device },
    );
    expect(await notices(input.phone)).toEqual([]);
    await signIn(input.phone, browser('phone-only-other'));
    expect(await notices(input.phone)).toMatchObject([{ channel: 'sms', code: null }]);
    expect(await notices(input.email)).toEqual([]);
  });

  it('comes also when someone signs in who hides the device', async () => {
    const ann = await emailProven(users, browser('seen'));
    await signIn(ann.email, guest());
    expect(await notices(ann.email)).toHaveLength(1);
  });

  it('does not come for the first device of an account that has known none', async () => {
    const ann = await emailProven(users, guest());
    await signIn(ann.email, browser('first'));
    expect(await notices(ann.email)).toEqual([]);
    await signIn(ann.email, browser('second'));
    expect(await notices(ann.email)).toHaveLength(1);
  });

  it('comes to the account that a second sign-up turned out to be', async () => {
    const ann = await emailProven(users, browser('home'));
    await users.database.query(
      `INSERT INTO contacts (account_id, kind, value, verified_at) VALUES ($1, 'phone', $2, now())`,
      [ann.id, ann.phone],
    );
    const elsewhere = browser('elsewhere');
    const { grant } = await users.graphql(SIGN_UP, { input: form({ phone: ann.phone }) }, elsewhere);
    const result = await users.graphql(
      VERIFY,
      { code: await newestCode(users, ann.phone) },
      { ...player({ subject: grant!.accountId, status: 'pending' }), device: elsewhere.device },
    );
    expect(result.grant!.accountId).toBe(ann.id);
    expect(await notices(ann.email)).toHaveLength(1);
  });

  it('is on its way before anything opens: where it cannot be written, no one is signed in', async () => {
    const ann = await emailProven(users, browser('safe'));
    const thief = browser('thief');
    await users.graphql(ASK_CODE, { contact: ann.email }, thief);
    const code = await newestCode(users, ann.email);
    await users.database.query(
      `ALTER TABLE messages ADD CONSTRAINT no_notice CHECK (subject NOT LIKE 'New sign-in%') NOT VALID`,
    );
    const result = await users.graphql(SIGN_IN, { contact: ann.email, code }, thief);
    await users.database.query(`ALTER TABLE messages DROP CONSTRAINT no_notice`);
    expect(result.grant).toBeUndefined();
    expect(result.errors![0]!.extensions.code).toBe('INTERNAL');
    const known = await users.database.query(`SELECT 1 FROM known_devices WHERE device_hash = 'thief'`);
    expect(known).toEqual([]);
  });
});
