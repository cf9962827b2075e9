import { createHash } from 'node:crypto';

/**
 * Binds one sign-in to the browser session that started it. It is sent in URLs, so it reveals
 * neither: it is valid for this sign-in only, which only that browser can complete.
 * @param state of the sign-in (OAuth 2.0), known to no other browser
 */
export const signInBinding = (session: string, state: string): string => createHash('sha256').update(`${session} ${state}`).digest('base64url');
