import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Browser, cookieLine, signUpForm } from './browser.js';
import { runGateway, type RunningGateway } from './running-gateway.js';

const NAME = 'sprayhunt-signed-in';
let gateway: RunningGateway;
const folder = mkdtempSync(join(tmpdir(), 'page-'));
beforeAll(async () => {
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Page</title>');
  gateway = await runGateway({ WEB_DIST: folder });
});
afterAll(async () => {
  await gateway.stop();
  rmSync(folder, { recursive: true });
});

const visitor = () => new Browser(gateway.url);
const hintOf = (browser: Browser) => browser.cookies.get(NAME)?.split('=')[1];
async function player(): Promise<Browser> {
  const browser = visitor();
  expect((await browser.post('/api/sms-signup', signUpForm())).status).toBe(201);
  return browser;
}

it('is written with the session, for scripts to read, and cleared with it', async () => {
  const browser = visitor();
  const signedUp = await browser.post('/api/sms-signup', signUpForm());
  expect(cookieLine(signedUp, NAME)).toMatch(/^sprayhunt-signed-in=yes; Max-Age=\d+; Path=\/; SameSite=Lax$/);
  const left = await browser.get('/api/logout', {
    headers: { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' },
  });
  expect(cookieLine(left, NAME)).toMatch(/^sprayhunt-signed-in=; Max-Age=0/);
});

it('is cleared when the session is ended from the list of devices', async () => {
  const browser = await player();
  const [session] = (await browser.get('/api/profile/sessions')).json as { id: string }[];
  const ended = await browser.delete(`/api/profile/sessions/${session!.id}`);
  expect([ended.status, cookieLine(ended, NAME)?.slice(0, 30)]).toEqual([204, 'sprayhunt-signed-in=; Max-Age=']);
});

it('says no to a guest with a session, and a guest without one has none', async () => {
  const guest = visitor();
  await guest.post('/api/objects/upload');
  expect(guest.cookie).not.toBe('');
  expect(hintOf(guest)).toBe('no');
  const stranger = visitor();
  expect((await stranger.get('/api/auth/user')).status).toBe(401);
  expect(hintOf(stranger)).toBeUndefined();
});

it('that is out of date leads to one refusal, which corrects it', async () => {
  const browser = await player();
  browser.cookie = '';
  expect((await browser.get('/api/auth/user')).status).toBe(401);
  expect(hintOf(browser)).toBe('no');
});

it('grants nothing', async () => {
  const forger = visitor();
  forger.cookies.set(NAME, `${NAME}=yes`);
  expect((await forger.get('/api/auth/user')).status).toBe(401);
  expect((await forger.get('/api/profile/contacts')).status).toBe(401);
});

it('is not touched by the refusal of a bearer token', async () => {
  const browser = await player();
  const refused = await browser.get('/api/auth/user', { headers: { authorization: 'Bearer nonsense' } });
  expect([refused.status, hintOf(browser)]).toEqual([401, 'yes']);
});

it('comes with the page to a browser whose session is older than it', async () => {
  const browser = await player();
  browser.cookies.delete(NAME);
  await browser.get('/home', { headers: { accept: 'text/html' } });
  expect(hintOf(browser)).toBe('yes');
  const again = await browser.get('/home', { headers: { accept: 'text/html' } });
  expect(cookieLine(again, NAME)).toBeUndefined();
  const stranger = await visitor().get('/home', { headers: { accept: 'text/html' } });
  expect(stranger.headers.getSetCookie()).toEqual([]);
});
