import { randomInt } from 'node:crypto';
import type { Identity } from '@sprayhunt/service-kit';
import { guest, player } from '@sprayhunt/service-kit/harness';
import { type RunningUsers } from './running-service.js';

let count = 0;

/** A filled-in sign-up form of a new player. */
export function form(changes: Record<string, unknown> = {}) {
  count += 1;
  const tag = `${count}x${randomInt(1e9)
    .toString(26)
    .replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)]!)}`;
  return {
    firstName: 'Ann',
    lastName: 'Lee',
    email: `ann.${tag}@example.com`,
    phone: `+6141${String(randomInt(1e7)).padStart(7, '0')}`,
    city: 'Brisbane',
    country: 'Australia',
    username: `ann ${tag}`,
    dateOfBirth: '1990-05-17',
    bio: 'Walls.',
    experience: 'beginner',
    interests: ['stencils'],
    referralSource: 'friend',
    ...changes,
  };
}

export const SIGN_UP = 'mutation ($input: SignUpInput!) { signUp(input: $input) { status } }';
export const VERIFY = 'mutation ($code: String!) { verifyContact(code: $code) }';
export const RESEND = 'mutation { resendContactCode }';
export const ASK_CODE = 'mutation ($contact: String!) { requestSignInCode(contact: $contact) }';
export const SIGN_IN =
  'mutation ($contact: String!, $code: String!) { signIn(contact: $contact, code: $code) { continueTo } }';

/** Signs up a new player in a new browser. */
export async function signUp(users: RunningUsers, changes: Record<string, unknown> = {}) {
  const browser = guest();
  const input = form(changes);
  const result = await users.graphql<{ signUp: { status: string } }>(SIGN_UP, { input }, browser);
  if (!result.grant) throw new Error(`Sign-up was refused: ${JSON.stringify(result.errors)}`);
  const id = result.grant.accountId;
  return { ...input, id, browser, result, as: player({ subject: id, status: 'pending' }) };
}

/** Signs up a new player and proves the phone. */
export async function verified(users: RunningUsers, changes: Record<string, unknown> = {}) {
  const person = await signUp(users, changes);
  await users.graphql(VERIFY, { code: await newestCode(users, person.phone) }, person.as);
  return { ...person, as: player({ subject: person.id }) };
}

/** Signs up a new player in this browser and proves the e-mail by signing in with it. */
export async function emailProven(users: RunningUsers, browser: Identity, changes: Record<string, unknown> = {}) {
  const input = form(changes);
  const { grant } = await users.graphql(SIGN_UP, { input }, browser);
  await users.graphql(ASK_CODE, { contact: input.email }, browser);
  await users.graphql(SIGN_IN, { contact: input.email, code: await newestCode(users, input.email) }, browser);
  return { ...input, id: grant!.accountId, as: player({ subject: grant!.accountId }) };
}

export async function newestCode(users: RunningUsers, to: string): Promise<string> {
  const code = (await users.inbox(to))[0]?.code;
  if (!code) throw new Error(`No code was sent to ${to}`);
  return code;
}

/** A code that is surely another one. */
export const wrong = (code: string) => String((Number(code) + 1) % 1e6).padStart(6, '0');
