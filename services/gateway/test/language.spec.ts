import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Browser, cookieLine, signUpForm } from './browser.js';
import { runGateway, type RunningGateway } from './running-gateway.js';
import { discovery } from './stub-responses.js';

let gateway: RunningGateway;
const folder = mkdtempSync(join(tmpdir(), 'page-'));
beforeAll(async () => {
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><html lang="en"><head><title>Page</title></head><body></body></html>',
  );
  gateway = await runGateway({ WEB_DIST: folder });
});
afterAll(async () => {
  await gateway.stop();
  rmSync(folder, { recursive: true });
});

const visitor = () => new Browser(gateway.url);
/** The language that the users service receives for a request with these headers. */
async function passedOn(headers: Record<string, string>): Promise<string | undefined> {
  await visitor().post('/api/login/code', { contact: 'ann@example.com' }, headers);
  return gateway.users.calls.at(-1)!.identity.language;
}

it.each([
  [{}, 'en'],
  [{ 'accept-language': 'fr-CA,fr;q=0.9,en;q=0.8' }, 'fr'],
  [{ 'accept-language': 'ja,de-AT;q=0.9,en;q=0.5' }, 'de'],
  [{ 'accept-language': 'en;q=0.2, es;q=0.7' }, 'es'],
  [{ 'accept-language': 'ja, pt-BR;q=0.9' }, 'en'],
  [{ 'accept-language': ';;;q=x' }, 'en'],
  [{ cookie: 'sprayhunt-language=de', 'accept-language': 'fr' }, 'de'],
  [{ cookie: 'sprayhunt-language=tlh', 'accept-language': 'fr' }, 'fr'],
] as [Record<string, string>, string][])(
  'a request with %j is in %s, and the services are told',
  async (headers, language) => {
    expect(await passedOn(headers)).toBe(language);
  },
);

it('a player who changes the language is passed on with the new one, under the same session', async () => {
  const browser = visitor();
  await browser.post('/api/sms-signup', signUpForm());
  const languages = [];
  for (const language of ['fr', 'de', 'fr']) {
    await browser.get('/api/auth/user', { headers: { 'accept-language': language } });
    languages.push(gateway.users.calls.at(-1)!.identity.language);
  }
  expect(languages).toEqual(['fr', 'de', 'fr']);
});

it('a browser without a choice takes over the language of the account at sign-in, another keeps its own', async () => {
  const signIn = gateway.users.root['signIn']!;
  gateway.users.root['signIn'] = (_: never, { reply }: { reply: { header(name: string, value: string): void } }) => {
    reply.header(
      'x-session-grant',
      JSON.stringify({ accountId: '01990000-0000-7000-8000-0000000000aa', status: 'verified', language: 'de' }),
    );
    return null;
  };
  const [fresh, decided] = [visitor(), visitor()];
  decided.cookies.set('sprayhunt-language', 'sprayhunt-language=fr');
  const responses = [];
  for (const browser of [fresh, decided])
    responses.push(await browser.post('/api/login/verify', { contact: 'ann@example.com', code: '123456' }));
  gateway.users.root['signIn'] = signIn;
  expect(responses.map(({ status }) => status)).toEqual([204, 204]);
  expect(responses.map((response) => cookieLine(response, 'sprayhunt-language'))).toEqual([
    expect.stringMatching(/^sprayhunt-language=de; Max-Age=31536000; Path=\/; SameSite=Lax$/),
    undefined,
  ]);
});

it('the choice has with https a name that no other host can set, and is read under it', async () => {
  const secure = await runGateway({ PUBLIC_URL: 'https://sprayhunt.example' });
  secure.users.root['signIn'] = (_: never, { reply }: { reply: { header(name: string, value: string): void } }) => {
    reply.header(
      'x-session-grant',
      JSON.stringify({ accountId: '01990000-0000-7000-8000-0000000000aa', status: 'verified', language: 'de' }),
    );
    return null;
  };
  const browser = new Browser(secure.url, 'https://sprayhunt.example');
  const response = await browser.post('/api/login/verify', { contact: 'ann@example.com', code: '123456' });
  expect(cookieLine(response, '__Host-sprayhunt-language')).toMatch(
    /^__Host-sprayhunt-language=de; Max-Age=31536000; Path=\/; Secure; SameSite=Lax$/,
  );
  await browser.get('/api/auth/user', { headers: { 'accept-language': 'fr' } });
  expect(secure.users.calls.at(-1)!.identity.language).toBe('de');
  await secure.stop();
});

it('a share page says in the language of its reader what the work itself does not, and caches are told', async () => {
  const before = gateway.discovery.root['discovery']!;
  gateway.discovery.root['discovery'] = ({ id }: { id: string }) =>
    discovery({ id, title: null, description: null, artistName: 'Blek' });
  const { text, headers } = await visitor().get('/d/01990000-0000-7000-8000-00000000000a', {
    headers: { 'accept-language': 'fr' },
  });
  const english = await visitor().get('/d/01990000-0000-7000-8000-00000000000a');
  gateway.discovery.root['discovery'] = before;
  expect(text).toContain('<html lang="fr">');
  expect(text).toContain('<meta property="og:title" content="Découverte de street art" />');
  expect(text).toContain('content="Par Blek. Viens voir ce street art\u00a0!"');
  expect([headers.get('content-language'), headers.get('vary')]).toEqual(['fr', 'Accept-Language, Cookie']);
  expect(english.text).toContain('<html lang="en">');
  expect(english.text).toContain('<meta property="og:title" content="Street Art Discovery" />');
  expect(english.headers.get('etag')).not.toBe(headers.get('etag'));
});

it('the list of devices names browsers in the language of the player', async () => {
  const browser = visitor();
  await browser.post('/api/sms-signup', signUpForm(), {
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0',
  });
  const { json } = await browser.get('/api/profile/sessions', { headers: { 'accept-language': 'de' } });
  expect(json).toMatchObject([{ device: 'Firefox unter Linux' }]);
});
