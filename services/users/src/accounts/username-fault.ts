import { lengthOf } from '@sprayhunt/service-kit';
import { isReservedUsername } from './reserved-usernames.js';
import { isUsername, USERNAME_LENGTH } from './username.js';

const INVALID_DETAIL =
  'Use letters of one script, digits, spaces and . _ - in the username, with a letter or digit at each end.';

/** Returns why a normalised name is not a valid username; undefined if it is valid. */
export function usernameFault(name: string): { code: string; message: string } | undefined {
  const length = lengthOf(name);
  if (length < USERNAME_LENGTH.min || length > USERNAME_LENGTH.max)
    return {
      code: length < USERNAME_LENGTH.min ? 'TOO_SHORT' : 'TOO_LONG',
      message: `Use ${USERNAME_LENGTH.min} to ${USERNAME_LENGTH.max} characters for the username.`,
    };
  if (!isUsername(name)) return { code: 'INVALID', message: INVALID_DETAIL };
  if (isReservedUsername(name))
    return {
      code: 'RESERVED',
      message: 'That username could be mistaken for the people behind the game. Please choose another one.',
    };
  return undefined;
}

/** A notice for the owner of a name that predates the current rules: it stays, and no one else can take it. */
export const usernameNotice = (name: string | null): string | null =>
  name !== null && usernameFault(name)
    ? 'Your username does not follow the current rules. You can keep it, but other players could mistake it for ' +
      "someone else's. You can choose a new one in your profile."
    : null;
