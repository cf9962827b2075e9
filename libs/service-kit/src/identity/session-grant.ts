import { createHash } from 'node:crypto';
import { keyedMutation } from '../idempotency/keyed-mutation.js';
import type { RequestContext } from '../graphql/request-context.js';
import type { Language } from './language.js';

/**
 * Binds one sign-in to the browser session that started it. It is sent in URLs, so it reveals
 * neither: it is valid for this sign-in only, which only that browser can complete.
 * @param state of the sign-in (OAuth 2.0), known to no other browser
 */
export const signInBinding = (session: string, state: string): string =>
  createHash('sha256').update(`${session} ${state}`).digest('base64url');

/** What the gateway does with the browser's session after a mutation of users. */
export interface SessionGrant {
  accountId: string;
  status: 'pending' | 'verified';
  /** The account's, for a browser in which none was chosen. */
  language?: Language;
  /** Opens nothing and ends all sessions, including the caller's: the account is erased. */
  ends?: boolean;
}

/** The gateway accepts this header only from the users service. */
export const SESSION_GRANT_HEADER = 'x-session-grant';

/**
 * Opens or rotates the caller's session when the response passes the gateway. A repeated request opens none: whoever
 * sends it may only know the `Idempotency-Key`.
 */
export function grantSession(context: RequestContext, grant: SessionGrant): void {
  if (keyedMutation()?.isRepeat) return;
  void context.reply.header(SESSION_GRANT_HEADER, JSON.stringify(grant));
}
