import { randomInt } from 'node:crypto';
import { expect, type Page } from '@playwright/test';

interface Message {
  to: string;
  subject: string;
  text: string;
  code: string | null;
}

/** A person who has no account yet. */
export function someone() {
  const digits = `${randomInt(10_000_000)}`.padStart(7, '0');
  return { username: `painter${digits}`, email: `painter${digits}@example.com`, phone: `+6141${digits}` };
}

/** A quiet place of the world that no other test uses: works of former runs are far away. */
export function somewhere() {
  return {
    latitude: Number((20 + Math.random() * 30).toFixed(5)),
    longitude: Number((70 + Math.random() * 40).toFixed(5)),
  };
}

/** What browsers send along with every change. */
export const origin = () => ({ origin: process.env['E2E_URL']! });

/** All messages that were sent, the newest first. */
export async function inbox(page: Page): Promise<Message[]> {
  return (await (await page.request.get('/dev/inbox.json')).json()) as Message[];
}

/** The newest code that was sent to this phone or e-mail. */
export async function codeFor(
  page: Page,
  to: string,
  { otherThan }: { otherThan?: string | undefined } = {},
): Promise<string> {
  let code: string | null | undefined;
  await expect(async () => {
    code = (await inbox(page)).find((message) => message.to === to && message.code)?.code;
    expect(code).toMatch(/^\d{6}$/);
    expect(code).not.toBe(otherThan);
  }).toPass({ timeout: 20_000 });
  return code!;
}

/** Everything that the form asks for; it is not sent yet. */
export async function fillSignUpForm(page: Page, person: ReturnType<typeof someone>, dateOfBirth = '1990-12-10') {
  await page.goto('/signup');
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
  await page.getByLabel('Date of birth').fill(dateOfBirth);
  await page.getByLabel('Phone').fill(person.phone);
  await page.getByLabel('E-mail').fill(person.email);
}

/** Signs up without the form, for tests that are about something else; the contact is not verified yet. */
export async function signUpQuickly(page: Page, person = someone()) {
  const response = await page.request.post('/api/sms-signup', {
    headers: origin(),
    data: { firstName: 'Pat', lastName: 'Painter', dateOfBirth: '1990-05-05', ...person },
  });
  expect(response.status()).toBe(201);
  return person;
}

/** The same, and the contact verified. */
export async function becomePlayer(page: Page, person = someone()) {
  const former = (await inbox(page)).find(({ to, code }) => to === person.phone && code)?.code ?? undefined;
  await signUpQuickly(page, person);
  const response = await page.request.post('/api/verify-contact', {
    headers: origin(),
    data: { code: await codeFor(page, person.phone, { otherThan: former }) },
  });
  expect(response.status()).toBe(204);
  return person;
}

/** Signs in by a code, without the sign-in screen. */
export async function signInQuickly(page: Page, contact: string) {
  const former = (await inbox(page)).find(({ to, code }) => to === contact && code)?.code ?? undefined;
  expect((await page.request.post('/api/login/code', { headers: origin(), data: { contact } })).status()).toBe(202);
  const code = await codeFor(page, contact, { otherThan: former });
  expect((await page.request.post('/api/login/verify', { headers: origin(), data: { contact, code } })).status()).toBe(
    204,
  );
}

/** A player who pays for Pro with a test payment card, without the screens of it. */
export async function becomeMember(page: Page, person = someone()) {
  await becomePlayer(page, person);
  const ask = async <T>(query: string) =>
    ((await (await page.request.post('/graphql', { headers: origin(), data: { query } })).json()) as { data: T }).data;
  const { paymentSettings } = await ask<{ paymentSettings: { sandboxUrl: string; publishableKey: string } }>(
    '{ paymentSettings { sandboxUrl publishableKey } }',
  );
  const { clientSecret } = (await (
    await page.request.post('/api/get-or-create-subscription', { headers: origin() })
  ).json()) as { clientSecret: string };
  const [intent] = clientSecret.split('_secret_');
  const paid = await page.request.post(`${paymentSettings.sandboxUrl}/v1/payment_intents/${intent}/confirm`, {
    headers: { authorization: `Bearer ${paymentSettings.publishableKey}` },
    form: { client_secret: clientSecret, payment_method: 'pm_card_visa' },
  });
  expect(paid.status(), await paid.text()).toBe(200);
  expect(await ask('mutation { settleMembership { isPro } }')).toEqual({ settleMembership: { isPro: true } });
  return person;
}

/** Signs in on the screen, by a code that was not there before. */
export async function signIn(page: Page, contact: string) {
  const former = (await inbox(page)).find(({ to, code }) => to === contact && code)?.code ?? undefined;
  await page.getByLabel('Phone or e-mail').fill(contact);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Code')).toBeVisible();
  await page.getByLabel('Code').fill(await codeFor(page, contact, { otherThan: former }));
}
