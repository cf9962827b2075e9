import { createHash } from 'node:crypto';

/**
 * Ties one sign-in to the browser session that began it. It goes through addresses, so it names
 * neither: who reads it can use it for this one sign-in, which only that browser can end.
 * @param state of the sign-in (OAuth 2.0), known to no other browser
 */
export const signInBinding = (session: string, state: string): string => createHash('sha256').update(`${session} ${state}`).digest('base64url');
