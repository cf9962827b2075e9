import type { Identity } from '@sprayhunt/service-kit';
import { type GraphQLResult, guest } from '@sprayhunt/service-kit/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  allowanceOf,
  codeWaitOf,
  limitSettings,
  sendingWaitOf,
  type LimitName,
} from '../src/identity/limit-settings.js';
import {
  ASK_CODE,
  emailProven,
  form,
  newestCode,
  RESEND,
  SIGN_IN,
  SIGN_UP,
  signUp,
  verified,
  wrong,
} from './people.js';
import { runUsers, type RunningUsers } from './running-service.js';

let users: RunningUsers;

beforeAll(async () => {
  users = await runUsers({
    LIMIT_CODES_PER_CONTACT: '2/60',
    LIMIT_SIGN_UPS_PER_ADDRESS: '5/60',
    LIMIT_TRIES_PER_CONTACT: '4/60',
  });
});
afterAll(() => users.stop());

const expectLimited = ({ data, errors }: GraphQLResult<unknown>) => {
  expect(Object.values(data ?? {}).filter(Boolean)).toEqual([]);
  const { code, retryAfter } = errors![0]!.extensions;
  expect(code).toBe('RATE_LIMITED');
  expect(retryAfter).toBeGreaterThan(0);
  expect(retryAfter).toBeLessThanOrEqual(60);
};

const from = (address: string): Identity => ({ ...guest(), address });

describe('limits', () => {
  it('of codes to one contact from one address, known or not, while another address goes on', async () => {
    const ann = await verified(users);
    for (const contact of [ann.phone, form().phone, form().email]) {
      const askFrom = (address: string) => users.graphql(ASK_CODE, { contact }, from(address));
      for (let times = 0; times < 2; times += 1) expect((await askFrom('198.51.100.20')).errors).toBeUndefined();
      expectLimited(await askFrom('198.51.100.20'));
      expect((await askFrom('198.51.100.21')).errors).toBeUndefined();
    }
  });

  it('of codes that a pending account asks for again, which strangers leave alone', async () => {
    const ann = await signUp(users);
    for (let times = 0; times < 3; times += 1) await users.graphql(ASK_CODE, { contact: ann.phone }, guest());
    for (let times = 0; times < 2; times += 1) expect((await users.graphql(RESEND, {}, ann.as)).errors).toBeUndefined();
    expectLimited(await users.graphql(RESEND, {}, ann.as));
  });

  it('of sign-in codes to a phone leave its sign-up alone', async () => {
    const input = form();
    for (let times = 0; times < 2; times += 1)
      await users.graphql(ASK_CODE, { contact: input.phone }, from('198.51.100.25'));
    expectLimited(await users.graphql(ASK_CODE, { contact: input.phone }, from('198.51.100.25')));
    expect((await users.graphql(SIGN_UP, { input }, from('198.51.100.25'))).errors).toBeUndefined();
  });

  it('do not count a sign-up that was refused', async () => {
    const ann = await verified(users);
    const input = form();
    const signUpAs = (username: string) =>
      users.graphql(SIGN_UP, { input: { ...input, username } }, from('198.51.100.26'));
    for (let times = 0; times < 3; times += 1)
      expect((await signUpAs(ann.username)).errors![0]!.extensions.code).toBe('USERNAME_TAKEN');
    expect((await signUpAs(input.username)).errors).toBeUndefined();
  });

  it('of guesses at one contact from one address, while another address goes on', async () => {
    const contact = form().email;
    const guess = (address = '198.51.100.3') =>
      users.graphql(SIGN_IN, { contact, code: '000000' }, { ...guest(), address });
    for (let times = 0; times < 4; times += 1) expect((await guess()).errors![0]!.extensions.code).toBe('CODE_INVALID');
    expectLimited(await guess());
    expect((await guess('198.51.100.4')).errors![0]!.extensions.code).toBe('CODE_INVALID');
  });

  it('of codes that strangers ask for do not keep the owner out of a browser of theirs', async () => {
    const device = { id: 'own-device', userAgent: 'x' };
    const browser = { ...guest(), device };
    const { email } = await emailProven(users, browser);
    for (let times = 0; times < 2; times += 1) await users.graphql(ASK_CODE, { contact: email }, guest());
    expectLimited(await users.graphql(ASK_CODE, { contact: email }, guest()));
    const own = { ...guest(), device };
    expect((await users.graphql(ASK_CODE, { contact: email }, own)).errors).toBeUndefined();
    expect(
      (await users.graphql(SIGN_IN, { contact: email, code: await newestCode(users, email) }, own)).grant,
    ).toBeDefined();
  });

  it('of sign-ups from one address, while another address goes on', async () => {
    const signUpFrom = (address: string) => users.graphql(SIGN_UP, { input: form() }, from(address));
    for (let times = 0; times < 5; times += 1) expect((await signUpFrom('198.51.100.1')).errors).toBeUndefined();
    expectLimited(await signUpFrom('198.51.100.1'));
    expect((await signUpFrom('198.51.100.2')).errors).toBeUndefined();
  });
});

describe('limits of codes to one country', () => {
  let here: RunningUsers;
  beforeAll(async () => {
    here = await runUsers({ LIMIT_CODES_PER_CALLING_CODE: '3/60', LIMIT_CODES_PER_CALLING_CODE_AND_ADDRESS: '4/60' });
  });
  afterAll(() => here.stop());

  let last = 10;
  const swede = () => `+467017406${String((last += 1))}`;
  const askFor = (contact: string, address: string) => here.graphql(ASK_CODE, { contact }, from(address));

  it('count what is sent: codes for phones that no one has use up nothing, but are refused alike', async () => {
    const [ann, bob] = [
      await signUp(here, { phone: swede(), country: 'Sweden' }),
      await signUp(here, { phone: swede(), country: 'Sweden' }),
    ];
    for (let times = 0; times < 8; times += 1)
      expect((await askFor(swede(), `198.51.100.${times}`)).errors).toBeUndefined();
    expect((await askFor(ann.phone, '198.51.100.30')).errors).toBeUndefined();
    expect((await askFor(ann.phone, '198.51.100.31')).errors).toBeUndefined();
    expect((await askFor(bob.phone, '198.51.100.32')).errors).toBeUndefined();
    expectLimited(await askFor(bob.phone, '198.51.100.33'));
    expectLimited(await askFor(swede(), '198.51.100.34'));
    expect((await askFor('+4520123456', '198.51.100.35')).errors).toBeUndefined();
    expect((await askFor(ann.email, '198.51.100.36')).errors).toBeUndefined();
    // Sign-up and "send again" have shares of their own.
    expect((await here.graphql(RESEND, {}, ann.as)).errors).toBeUndefined();
    expect(
      (await here.graphql(SIGN_UP, { input: form({ phone: swede(), country: 'Sweden' }) }, from('198.51.100.37')))
        .errors,
    ).toBeUndefined();
    expectLimited(
      await here.graphql(SIGN_UP, { input: form({ phone: swede(), country: 'Sweden' }) }, from('198.51.100.38')),
    );
  });

  it('let one address have a part, sent or not', async () => {
    const norwegian = () => `+47406123${String((last += 1))}`;
    for (let times = 0; times < 4; times += 1)
      expect((await askFor(norwegian(), '198.51.100.50')).errors).toBeUndefined();
    expectLimited(await askFor(norwegian(), '198.51.100.50'));
    expect((await askFor(norwegian(), '198.51.100.51')).errors).toBeUndefined();
  });
});

describe('many codes to one contact', () => {
  let here: RunningUsers;
  beforeAll(async () => {
    here = await runUsers({ LIMIT_CODES_PER_CONTACT: '6/60', CODE_SENDING_WAIT: '3/40/90' });
  });
  afterAll(() => here.stop());

  const askFor = (contact: string, as: Identity) => here.graphql(ASK_CODE, { contact }, as);
  const waitOf = ({ errors }: GraphQLResult<unknown>) => errors![0]!.extensions.retryAfter!;
  const timePasses = () => here.database.query(`UPDATE limits SET expire = 0 WHERE key LIKE 'codes\\_of\\_%\\_gate%'`);

  it.each(['known', 'unknown'])(
    'begin waits that double up to the longest for one address, to a contact that is %s',
    async (which) => {
      const contact = which === 'known' ? (await verified(here)).phone : form().phone;
      const stranger = () => from('198.51.100.60');
      for (let times = 0; times < 4; times += 1) expect((await askFor(contact, stranger())).errors).toBeUndefined();
      for (const [above, seconds] of [
        [0, 40],
        [40, 80],
        [80, 90],
        [80, 90],
      ] as const) {
        const wait = waitOf(await askFor(contact, stranger()));
        expect(wait).toBeGreaterThan(above);
        expect(wait).toBeLessThanOrEqual(seconds);
        await timePasses();
        expect((await askFor(contact, stranger())).errors).toBeUndefined();
      }
    },
  );

  it('from many addresses begin shorter ones, while its owner in a known browser goes on', async () => {
    const device = { id: 'own-device', userAgent: 'x' };
    const { email } = await emailProven(here, { ...guest(), device });
    // With the one that proved it, as many as are free.
    for (let times = 0; times < 5; times += 1)
      expect((await askFor(email, from(`198.51.100.${100 + times}`))).errors).toBeUndefined();
    const atOnce = await Promise.all(
      Array.from({ length: 8 }, (_, index) => askFor(email, from(`198.51.100.${120 + index}`))),
    );
    expect(atOnce.filter(({ errors }) => !errors)).toHaveLength(1);
    expect(waitOf(await askFor(email, from('198.51.100.150')))).toBeLessThanOrEqual(60);
    const own = { ...guest(), device };
    expect((await askFor(email, own)).errors).toBeUndefined();
    expect(
      (await here.graphql(SIGN_IN, { contact: email, code: await newestCode(here, email) }, own)).grant,
    ).toBeDefined();
  });

  it('have one try each beyond the free ones', async () => {
    const ann = await verified(here);
    const browser = from('198.51.100.70');
    for (let times = 0; times < 4; times += 1) await askFor(ann.phone, browser);
    const code = await newestCode(here, ann.phone);
    const signIn = (given: string) => here.graphql(SIGN_IN, { contact: ann.phone, code: given }, browser);
    expect((await signIn(wrong(code))).errors![0]!.extensions.code).toBe('CODE_INVALID');
    expect((await signIn(code)).errors![0]!.extensions.code).toBe('CODE_INVALID');
  });
});

describe('production', () => {
  it('locks no contact for longer than 15 minutes, and leaves one address a twentieth of a country', () => {
    const config = { MODE: 'production' as const };
    expect(codeWaitOf(config).longest).toBeLessThanOrEqual(900);
    expect(sendingWaitOf(config).longest).toBeLessThanOrEqual(900);
    expect(
      (Object.keys(limitSettings) as LimitName[]).filter(
        (name) => !/POSTS|TAKEDOWNS|REPORTS/.test(name) && allowanceOf(name, config).seconds > 900,
      ),
    ).toEqual([]);
    const [country, part] = [
      allowanceOf('LIMIT_CODES_PER_CALLING_CODE', config),
      allowanceOf('LIMIT_CODES_PER_CALLING_CODE_AND_ADDRESS', config),
    ];
    expect(part.seconds).toBe(country.seconds);
    expect(part.times * 20).toBeLessThanOrEqual(country.times);
  });
});
