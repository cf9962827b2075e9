import { expect, type Page } from '@playwright/test';

interface Message {
  to: string;
  code: string | null;
}

let counter = 0;

/** A person nobody was before, in this run and in the one that left its data behind. */
export function somebody() {
  const tail = `${Date.now()}`.slice(-6) + counter++;
  return { username: `painter${tail}`, email: `painter${tail}@example.com`, phone: `+614${tail.padEnd(8, '1').slice(-8)}` };
}

/** A quiet place of the world that no other test uses: works of former runs are far away. */
export function somewhere() {
  return { latitude: Number((20 + Math.random() * 30).toFixed(5)), longitude: Number((70 + Math.random() * 40).toFixed(5)) };
}

export async function codeFor(page: Page, to: string): Promise<string> {
  let code: string | null | undefined;
  await expect(async () => {
    const messages = (await (await page.request.get('/dev/inbox.json')).json()) as Message[];
    code = messages.find((message) => message.to === to && message.code)?.code;
    expect(code).toMatch(/^\d{6}$/);
  }).toPass();
  return code!;
}

/** Everything that the form asks for; it is not sent yet. */
export async function fillSignUpForm(page: Page, person: ReturnType<typeof somebody>, dateOfBirth = '1990-12-10') {
  await page.goto('/signup');
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
  await page.getByLabel('Date of birth').fill(dateOfBirth);
  await page.getByLabel('Phone').fill(person.phone);
  await page.getByLabel('E-mail').fill(person.email);
}

/** Signs up without the form, for tests that are about something else; the contact is not proven yet. */
export async function signUpQuickly(page: Page, person = somebody()) {
  const answer = await page.request.post('/api/sms-signup', {
    headers: { origin: process.env['E2E_URL']! },
    data: { firstName: 'Pat', lastName: 'Painter', dateOfBirth: '1990-05-05', ...person },
  });
  expect(answer.status()).toBe(201);
  return person;
}

/** The same, and the contact proven. */
export async function becomePlayer(page: Page, person = somebody()) {
  await signUpQuickly(page, person);
  const answer = await page.request.post('/api/verify-contact', { headers: { origin: process.env['E2E_URL']! }, data: { code: await codeFor(page, person.phone) } });
  expect(answer.status()).toBe(204);
  return person;
}
