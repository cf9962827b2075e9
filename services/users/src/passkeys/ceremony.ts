import { log, Problem } from '@sprayhunt/service-kit';

/** The WebAuthn library, loaded by the first passkey: it takes 7 MB. */
export const webauthn = () => import('@simplewebauthn/server');

/** One refusal for whatever is wrong with a passkey, so that nobody learns which ones exist. */
export const passkeyInvalid = () => new Problem('PASSKEY_INVALID', 'This passkey did not work. Please try again, or use a code.');

/** The same refusal for what the WebAuthn library found wrong; the reason is for the log. */
export function refused(error: unknown, passkey?: string): Problem {
  log.info({ reason: error instanceof Error ? error.message : String(error), passkey }, 'A passkey was refused');
  return passkeyInvalid();
}

/** The account as authenticators know it: the bytes of its id, which say nothing about the person. */
export const userHandle = (accountId: string): Buffer => Buffer.from(accountId.replaceAll('-', ''), 'hex');

/** The challenge that a browser says it answered; undefined where that cannot be read. */
export function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge?: unknown };
    return typeof challenge === 'string' && challenge ? challenge : undefined;
  } catch {
    return undefined;
  }
}
