import type { Language } from '@sprayhunt/service-kit';
import { guest, player } from '@sprayhunt/service-kit/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ASK_CODE, emailProven, form, newestCode, RESEND, SIGN_UP, verified, VERIFY } from './people.js';
import { runUsers, type RunningUsers } from './running-service.js';

const SET = 'mutation ($language: Language!) { setLanguage(language: $language) }';
const CHANGE = 'mutation ($contact: String!) { requestContactChange(contact: $contact) }';
const ERASURE_CODE = 'mutation { requestErasureCode { sentTo } }';
const ERASE = 'mutation ($code: String!) { eraseAccount(code: $code) }';

let users: RunningUsers;
beforeAll(async () => {
  users = await runUsers();
});
afterAll(() => users.stop());

const reading = (language: Language) => ({ ...guest(), language });
const languageOf = async (as: ReturnType<typeof player>) =>
  (await users.graphql<{ me: { language: string } }>('{ me { language } }', {}, as)).data!.me.language;
const choose = (language: string, as?: ReturnType<typeof player>) =>
  users.graphql<{ setLanguage: string }>(SET, { language }, as);
const newest = async (to: string) => (await users.inbox(to))[0]!;

describe('the language of an account', () => {
  it('is that of the request which opened it, and the player may choose another', async () => {
    const ann = form();
    const { grant } = await users.graphql(SIGN_UP, { input: ann }, reading('fr'));
    const as = player({ subject: grant!.accountId, status: 'pending' });
    expect(await languageOf(as)).toBe('fr');
    expect((await choose('de', as)).data).toEqual({ setLanguage: 'de' });
    expect(await languageOf(as)).toBe('de');
  });

  it('is English where the request says nothing, and one of those that the product speaks', async () => {
    const ann = await verified(users);
    expect(await languageOf(ann.as)).toBe('en');
    expect((await choose('tlh', ann.as)).errors).toHaveLength(1);
    expect(await languageOf(ann.as)).toBe('en');
  });

  it('is chosen by the player alone', async () => {
    expect((await choose('fr', guest())).errors![0]!.extensions.code).toBe('UNAUTHENTICATED');
    expect((await choose('fr', player())).errors![0]!.extensions.code).toBe('UNAUTHENTICATED');
  });
});

describe('what is sent', () => {
  it('at sign-up is in the language of the request, and from then on in that of the account', async () => {
    const ann = form();
    const { grant } = await users.graphql(SIGN_UP, { input: ann }, reading('fr'));
    expect(await newest(ann.phone)).toMatchObject({
      subject: 'Bienvenue sur Sprayhunt',
      text: expect.stringMatching(/^Bienvenue sur Sprayhunt ! Code : \d{6}\..*\n\n@localhost #\d{6}$/s),
    });
    const as = { ...player({ subject: grant!.accountId, status: 'pending' as const }), language: 'es' as const };
    await users.graphql(RESEND, {}, as);
    expect((await newest(ann.phone)).subject).toBe('Ton code Sprayhunt');
    await users.graphql(VERIFY, { code: await newestCode(users, ann.phone) }, as);
    await users.graphql(ASK_CODE, { contact: ann.phone }, reading('es'));
    expect((await newest(ann.phone)).subject).toBe('Ton code de connexion Sprayhunt');
  });

  it("to the owner of a contact is in the owner's language, for any requester", async () => {
    const owner = await emailProven(users, reading('de'));
    const stranger = await verified(users);
    await users.graphql(CHANGE, { contact: owner.email }, { ...stranger.as, language: 'fr' });
    expect(await newest(owner.email)).toMatchObject({
      subject: 'Dein Sprayhunt-Konto',
      text: expect.stringContaining('Jemand wollte diese E-Mail-Adresse'),
    });
    expect((await newest(stranger.phone)).text).toMatch(/^Someone signed in to your Sprayhunt account asked to change/);
  });

  it('as a farewell is in the language that the account had', async () => {
    const ann = await verified(users);
    await choose('es', ann.as);
    await users.graphql(ERASURE_CODE, {}, ann.as);
    await users.graphql(ERASE, { code: await newestCode(users, ann.phone) }, ann.as);
    expect((await newest(ann.phone)).subject).toBe('Tu cuenta de Sprayhunt está eliminada');
  });
});
