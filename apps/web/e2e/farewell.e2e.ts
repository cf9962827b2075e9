import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { expectWellAtEverySize } from './looks';
import { becomePlayer, codeFor, inbox, origin, somewhere } from './people';
import { photo } from './photo';

const says = (page: Page, text: string | RegExp) => expect(page.getByText(text, { exact: true }).first()).toBeVisible();

/** Sends a photo; returns the path of the picture. */
async function upload(page: Page, purpose: string): Promise<string> {
  const ticket = (await (
    await page.request.post(`/api/objects/upload?purpose=${purpose}`, { headers: origin() })
  ).json()) as { uploadURL: string };
  const sent = await page.request.put(ticket.uploadURL, {
    data: await photo(page, { ...somewhere(), at: '2026:05:03 10:20:30' }),
    headers: origin(),
  });
  expect(sent.status()).toBe(200);
  return ((await sent.json()) as { imageUrl: string }).imageUrl;
}

async function make<T>(page: Page, path: string, data: object): Promise<T> {
  const made = await page.request.post(path, { headers: origin(), data });
  expect(made.status()).toBe(201);
  return (await made.json()) as T;
}

interface Export {
  profile: {
    account: { username: string };
    contacts: { value: string }[];
    statistics: { discoveries: number };
    transfers: { amount: number }[];
    tutorialSteps: { step: number }[];
    messages: { to: string }[];
    notifications: { kind: string }[];
  };
  map: { discoveries: { id: string; title: string }[]; likes: { discoveryId: string }[] };
  pictures: {
    pictures: { id: string; contentType: string; base64: string }[];
    gallery: { title: string }[];
    uploads: object[];
  };
  missions: object;
  store: object;
  browser: { sessions: { userAgent: string }[] };
}

test('a player takes all data along and leaves; nothing of them is left, and they can begin again', async ({
  page,
  browser,
}) => {
  const person = await becomePlayer(page);
  await page.goto('/profile');
  await says(page, 'Delete account');
  const place = somewhere();
  const imageUrl = await upload(page, 'discovery');
  const artUrl = await upload(page, 'artwork');
  const title = `Farewell ${person.username}`;
  const { id } = await make<{ id: string }>(page, '/api/discoveries', { title, ...place, imageUrl });
  await make(page, '/api/profile/art', { title: 'Last fox', imageUrl: artUrl });
  expect((await page.request.post(`/api/discoveries/${id}/like`, { headers: origin() })).status()).toBe(200);
  expect((await page.request.post('/api/tutorial/steps/3', { headers: origin() })).status()).toBe(200);

  const guest = await (await browser.newContext()).newPage();
  const nearby = async () =>
    (await (
      await guest.request.get(
        `/api/discoveries/nearby?latitude=${place.latitude}&longitude=${place.longitude}&radius=1000`,
      )
    ).json()) as { id: string }[];
  expect((await nearby()).map((work) => work.id)).toEqual([id]);
  expect((await guest.request.get(`/players/${person.username}`)).status()).toBe(200);
  expect((await guest.request.get(`/api/players/${person.username}`)).status()).toBe(200);
  for (const url of [imageUrl, artUrl]) expect((await guest.request.get(url)).status()).toBe(200);

  // Everything comes along.
  await page.reload();
  await page.getByText('Your data', { exact: true }).click();
  await expect(async () => {
    const file = page.waitForEvent('download', { timeout: 10_000 });
    await page.getByRole('button', { name: 'Download your data' }).click();
    const download = await file;
    expect(download.suggestedFilename()).toMatch(
      new RegExp(`^sprayhunt-${person.username}-\\d{4}-\\d\\d-\\d\\d\\.json$`),
    );
    const {
      profile,
      map,
      pictures,
      missions,
      store,
      browser: own,
    } = JSON.parse(await readFile(await download.path(), 'utf8')) as Export;
    expect(profile.account.username).toBe(person.username);
    expect(profile.contacts.map(({ value }) => value).sort()).toEqual([person.phone, person.email].sort());
    // Booked from an event, a moment after the discovery.
    expect(profile.statistics.discoveries).toBe(1);
    expect(profile.transfers.map(({ amount }) => amount).sort()).toEqual([15, 50]);
    expect(profile.tutorialSteps.map(({ step }) => step)).toEqual([3]);
    expect(profile.notifications.map(({ kind }) => kind).sort()).toEqual(
      expect.arrayContaining(['achievement', 'award']),
    );
    expect(profile.messages.map(({ to }) => to)).toContain(person.phone);
    expect(map.discoveries).toMatchObject([{ id, title }]);
    expect(map.likes).toMatchObject([{ discoveryId: id }]);
    expect(pictures.gallery).toMatchObject([{ title: 'Last fox' }]);
    expect(pictures.uploads).toHaveLength(2);
    expect(pictures.pictures.map((picture) => `/objects/${picture.id}`).sort()).toEqual([imageUrl, artUrl].sort());
    for (const picture of pictures.pictures) {
      const served = await (await guest.request.get(`/objects/${picture.id}`)).body();
      expect([picture.contentType, Buffer.from(picture.base64, 'base64').equals(served)]).toEqual(['image/webp', true]);
    }
    expect(missions).toEqual({ participations: [], liveEvents: [], idempotencyKeys: [] });
    const confirmedContacts = [expect.objectContaining({ kind: 'phone' }) as object];
    expect(store).toEqual({
      ...{ cart: null, orders: [], memberships: [], confirmedContacts, customer: null },
      idempotencyKeys: [],
    });
    expect(own.sessions.some(({ userAgent }) => /Chrome/.test(userAgent))).toBe(true);
  }).toPass();
  await says(page, 'Your Data Has Been Downloaded');

  // Then the account goes.
  await page.getByText('Delete account', { exact: true }).click();
  await page.getByLabel('Type your username to continue').fill(person.username);
  await page.getByRole('button', { name: 'Send me the code' }).scrollIntoViewIfNeeded();
  await expectWellAtEverySize(page);
  const before = await codeFor(page, person.phone);
  const cookies = await page.context().cookies();
  await page.getByRole('button', { name: 'Send me the code' }).click();
  await says(
    page,
    `We sent a six-digit code to ••••••${person.phone.slice(-4)}. Entering it deletes your account for good.`,
  );
  await page.getByLabel('Code').fill(await codeFor(page, person.phone, { otherThan: before }));
  await says(page, 'Account Deleted');
  await expect(page).toHaveURL(/:\d+\/$/);
  expect((await page.request.get('/api/auth/user')).status()).toBe(401);

  // Nothing of it is left.
  const thief = await browser.newContext();
  await thief.addCookies(cookies);
  expect((await thief.request.get(new URL('/api/auth/user', page.url()).href)).status()).toBe(401);
  await expect(async () => {
    expect(await nearby()).toEqual([]);
    expect((await guest.request.get(`/api/discoveries/${id}`)).status()).toBe(404);
    expect((await guest.request.get(`/d/${id}`)).status()).toBe(404);
    expect((await guest.request.get(`/api/players/${person.username}`)).status()).toBe(404);
    for (const url of [imageUrl, artUrl])
      for (const size of ['', '/small', '/medium'])
        expect((await guest.request.get(`${url}${size}`)).status()).toBe(404);
  }).toPass({ timeout: 20_000 });
  expect((await inbox(guest)).filter(({ to }) => to === person.phone).map(({ subject }) => subject)).toEqual([
    'Your Sprayhunt account is deleted',
  ]);

  // The same phone, e-mail and name open an account that is empty.
  const again = await (await browser.newContext()).newPage();
  await again.goto('/');
  await becomePlayer(again, person);
  const user = (await (await again.request.get('/api/auth/user')).json()) as object;
  expect(user).toMatchObject({
    username: person.username,
    status: 'verified',
    discoveries: 0,
    tokens: 0,
    profileImageUrl: null,
  });
  expect(await (await again.request.get('/api/discoveries/user')).json()).toEqual([]);
  expect(await (await again.request.get('/api/profile/art')).json()).toEqual([]);
  for (const context of [guest.context(), thief, again.context()]) await context.close();
});
