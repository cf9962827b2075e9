import { PRODUCT_NAME } from '../product';

/** The cookie that the gateway keeps for scripts beside the session's, which they cannot read. */
const SIGNED_IN = new RegExp(`(?:^|; )(?:__Host-)?${PRODUCT_NAME.toLowerCase()}-signed-in=yes(?:;|$)`);

/**
 * Whether a player is signed in, as far as is known without a request. A `true` may be out of date, a `false` is not.
 */
export const seemsSignedIn = () => SIGNED_IN.test(document.cookie);

const listeners = new Set<() => void>();

/**
 * Calls `listener` each time the server refuses a call because there is no session, until the returned function is
 * called.
 */
export function onSessionEnded(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function reportSessionEnded(): void {
  for (const listener of listeners) listener();
}
