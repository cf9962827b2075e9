import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ASK_CODE, emailProven, form, newestCode, RESEND, SIGN_IN, SIGN_UP, signUp, verified } from './people.js';
import { guest, runUsers, type Answer, type RunningUsers } from './running-service.js';

let users: RunningUsers;

beforeAll(async () => {
  users = await runUsers({ LIMIT_CODES_PER_CONTACT: '2/60', LIMIT_SIGN_UPS_PER_ADDRESS: '5/60', LIMIT_TRIES_PER_CONTACT: '4/60' });
});
afterAll(() => users.stop());

const expectLimited = ({ data, errors }: Answer<unknown>) => {
  expect(Object.values(data ?? {}).filter(Boolean)).toEqual([]);
  const { code, retryAfter } = errors![0]!.extensions;
  expect(code).toBe('RATE_LIMITED');
  expect(retryAfter).toBeGreaterThan(0);
  expect(retryAfter).toBeLessThanOrEqual(60);
};

describe('limits', () => {
  it('of codes to one contact, known or not, whoever asks', async () => {
    const ann = await verified(users);
    const askFor = (contact: string) => users.ask(ASK_CODE, { contact }, guest());
    expect((await askFor(ann.phone)).errors).toBeUndefined();
    expectLimited(await askFor(ann.phone));
    const contact = form().email;
    for (let times = 0; times < 2; times += 1) expect((await askFor(contact)).errors).toBeUndefined();
    expectLimited(await askFor(contact));
  });

  it('of codes that a pending account asks for again', async () => {
    const ann = await signUp(users);
    expect((await users.ask(RESEND, {}, ann.as)).errors).toBeUndefined();
    expectLimited(await users.ask(RESEND, {}, ann.as));
  });

  it('of guesses at one contact from one address, while another address goes on', async () => {
    const contact = form().email;
    const guess = (address = '198.51.100.3') => users.ask(SIGN_IN, { contact, code: '000000' }, { ...guest(), address });
    for (let times = 0; times < 4; times += 1) expect((await guess()).errors![0]!.extensions.code).toBe('CODE_INVALID');
    expectLimited(await guess());
    expect((await guess('198.51.100.4')).errors![0]!.extensions.code).toBe('CODE_INVALID');
  });

  it('of codes that strangers ask for do not keep the owner out of a browser of theirs', async () => {
    const device = { id: 'own-device', userAgent: 'x' };
    const browser = { ...guest(), device };
    const { email } = await emailProven(users, browser);
    await users.ask(ASK_CODE, { contact: email }, guest());
    expectLimited(await users.ask(ASK_CODE, { contact: email }, guest()));
    const own = { ...guest(), device };
    expect((await users.ask(ASK_CODE, { contact: email }, own)).errors).toBeUndefined();
    expect((await users.ask(SIGN_IN, { contact: email, code: await newestCode(users, email) }, own)).grant).toBeDefined();
  });

  it('of sign-ups from one address, while another address goes on', async () => {
    const from = (address: string) => users.ask(SIGN_UP, { input: form() }, { ...guest(), address });
    for (let times = 0; times < 5; times += 1) expect((await from('198.51.100.1')).errors).toBeUndefined();
    expectLimited(await from('198.51.100.1'));
    expect((await from('198.51.100.2')).errors).toBeUndefined();
  });
});

describe('limits of codes to one country', () => {
  let here: RunningUsers;
  beforeAll(async () => {
    here = await runUsers({ LIMIT_CODES_PER_CALLING_CODE: '3/60' });
  });
  afterAll(() => here.stop());

  it('count known and unknown phones, while other countries and e-mails go on', async () => {
    let last = 10;
    const askFor = (contact: string) => here.ask(ASK_CODE, { contact }, guest());
    const swede = () => `+467017406${String((last += 1))}`;
    const ann = await signUp(here, { phone: swede(), country: 'Sweden' });
    for (let times = 0; times < 2; times += 1) expect((await askFor(swede())).errors).toBeUndefined();
    expectLimited(await askFor(swede()));
    expectLimited(await askFor(ann.phone));
    expectLimited(await here.ask(RESEND, {}, ann.as));
    expectLimited(await here.ask(SIGN_UP, { input: form({ phone: swede(), country: 'Sweden' }) }, { ...guest(), address: '198.51.100.9' }));
    expect((await askFor('+4520123456')).errors).toBeUndefined();
    expect((await askFor(ann.email)).errors).toBeUndefined();
  });
});
