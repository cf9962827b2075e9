import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ASK_CODE, form, RESEND, SIGN_IN, SIGN_UP, signUp, verified } from './people.js';
import { guest, runUsers, type Answer, type RunningUsers } from './running-service.js';

let users: RunningUsers;

beforeAll(async () => {
  users = await runUsers({ LIMIT_CODES_PER_CONTACT: '2/60', LIMIT_SIGN_UPS_PER_ADDRESS: '5/60', LIMIT_TRIES_PER_CONTACT: '4/60' });
});
afterAll(() => users.stop());

const expectLimited = ({ data, errors }: Answer<unknown>) => {
  expect(data).toBeNull();
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

  it('of guesses at one contact', async () => {
    const contact = form().email;
    const guess = () => users.ask(SIGN_IN, { contact, code: '000000' }, guest());
    for (let times = 0; times < 4; times += 1) expect((await guess()).errors![0]!.extensions.code).toBe('CODE_INVALID');
    expectLimited(await guess());
  });

  it('of sign-ups from one address, while another address goes on', async () => {
    const from = (address: string) => users.ask(SIGN_UP, { input: form() }, { ...guest(), address });
    for (let times = 0; times < 5; times += 1) expect((await from('198.51.100.1')).errors).toBeUndefined();
    expectLimited(await from('198.51.100.1'));
    expect((await from('198.51.100.2')).errors).toBeUndefined();
  });
});
