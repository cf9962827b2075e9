import { log } from '@sprayhunt/service-kit';
import { guest } from '@sprayhunt/service-kit/harness';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ASK_CODE, newestCode, SIGN_IN, signUp, VERIFY, verified, wrong } from './people.js';
import { runUsers, type RunningUsers } from './running-service.js';

let users: RunningUsers;

beforeAll(async () => {
  users = await runUsers({ CODE_WAIT: '30/100' });
});
afterAll(() => users.stop());

type Browser = ReturnType<typeof guest>;

const signIn = (contact: string, code: string, browser: Browser) => users.graphql(SIGN_IN, { contact, code }, browser);
const outcome = ({ errors, grant }: Awaited<ReturnType<typeof signIn>>) =>
  errors?.[0]?.extensions.code ?? (grant && 'opened');
const waitOf = ({ errors }: Awaited<ReturnType<typeof signIn>>) => errors?.[0]?.extensions.retryAfter;

async function askedBy(browser: Browser, contact: string): Promise<string> {
  await users.graphql(ASK_CODE, { contact }, browser);
  return newestCode(users, contact);
}

async function fiveWrong(contact: string, code: string, browser: Browser): Promise<void> {
  for (let tries = 0; tries < 5; tries += 1)
    expect(outcome(await signIn(contact, wrong(code), browser))).toBe('CODE_INVALID');
}

/** Lets every wait that has begun be over. */
const timePasses = () => users.database.query(`UPDATE limits SET expire = 0 WHERE key LIKE 'code\\_tries%'`);

describe('guessing codes', () => {
  it('after five wrong tries the right code fails too, and a wait begins', async () => {
    const ann = await verified(users);
    const browser = guest();
    const code = await askedBy(browser, ann.phone);
    await fiveWrong(ann.phone, code, browser);
    const refused = await signIn(ann.phone, code, browser);
    expect(outcome(refused)).toBe('RATE_LIMITED');
    expect(waitOf(refused)).toBeLessThanOrEqual(30);
    expect(refused.errors![0]!.message).toBe(
      `Too many attempts. Please wait ${waitOf(refused)} seconds and try again.`,
    );
    await timePasses();
    expect(outcome(await signIn(ann.phone, code, browser))).toBe('CODE_INVALID');
  });

  it('a refused code is logged by its purpose, and the code is not', async () => {
    const ann = await verified(users);
    const browser = guest();
    const given = wrong(await askedBy(browser, ann.phone));
    const logged = jest.spyOn(log, 'info');
    await signIn(ann.phone, given, browser);
    const lines = logged.mock.calls.filter(([, message]) => String(message) === 'A code was rejected');
    logged.mockRestore();
    expect(lines).toEqual([[{ purpose: 'sign-in', accountId: expect.any(String) }, 'A code was rejected']]);
    expect(JSON.stringify(lines)).not.toContain(given);
  });

  it('the wait doubles up to the longest with each five wrong tries, also with new codes, and the right code ends it', async () => {
    const ann = await verified(users);
    const browser = guest();
    for (const [above, seconds] of [
      [0, 30],
      [30, 60],
      [60, 100],
      [60, 100],
    ] as const) {
      const code = await askedBy(browser, ann.phone);
      await fiveWrong(ann.phone, code, browser);
      const wait = waitOf(await signIn(ann.phone, code, browser));
      expect(wait).toBeGreaterThan(above);
      expect(wait).toBeLessThanOrEqual(seconds);
      await timePasses();
    }
    expect(outcome(await signIn(ann.phone, await askedBy(browser, ann.phone), browser))).toBe('opened');
    const code = await askedBy(browser, ann.phone);
    await fiveWrong(ann.phone, code, browser);
    expect(waitOf(await signIn(ann.phone, code, browser))).toBeLessThanOrEqual(30);
  });

  it('thirty tries at once are five', async () => {
    const ann = await verified(users);
    const browser = guest();
    const code = await askedBy(browser, ann.phone);
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, async () => outcome(await signIn(ann.phone, wrong(code), browser))),
    );
    expect(outcomes.filter((one) => one === 'CODE_INVALID')).toHaveLength(5);
    expect(outcomes.filter((one) => one === 'RATE_LIMITED')).toHaveLength(25);
    const [row] = await users.database.query<{ tries: number }[]>(
      `SELECT tries FROM one_time_codes WHERE value = $1 AND slot LIKE 'sign-in:%'`,
      [ann.phone],
    );
    expect(row).toEqual({ tries: 5 });
  });

  it('tries of one caller do not delay others', async () => {
    const ann = await verified(users);
    const [stranger, own] = [guest(), guest()];
    await fiveWrong(ann.phone, await askedBy(stranger, ann.phone), stranger);
    expect(outcome(await signIn(ann.phone, '000000', stranger))).toBe('RATE_LIMITED');
    expect(outcome(await signIn(ann.phone, await askedBy(own, ann.phone), own))).toBe('opened');
  });

  it('a contact that no one has makes wait alike', async () => {
    const browser = guest();
    await users.graphql(ASK_CODE, { contact: 'nobody@example.com' }, browser);
    for (let tries = 0; tries < 5; tries += 1)
      expect(outcome(await signIn('nobody@example.com', '000000', browser))).toBe('CODE_INVALID');
    expect(waitOf(await signIn('nobody@example.com', '000000', browser))).toBeLessThanOrEqual(30);
  });

  it('counts for the code of a sign-up too', async () => {
    const ann = await signUp(users);
    const code = await newestCode(users, ann.phone);
    const verify = (given: string) => users.graphql<unknown>(VERIFY, { code: given }, ann.as);
    for (let tries = 0; tries < 5; tries += 1) expect(outcome(await verify(wrong(code)))).toBe('CODE_INVALID');
    expect(outcome(await verify(code))).toBe('RATE_LIMITED');
  });
});
