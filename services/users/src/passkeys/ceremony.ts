import { log, Problem } from '@sprayhunt/service-kit';
import type { UsersConfig } from '../config.js';

/** The relying party of passkeys and its allowed origins. */
export interface RelyingParty {
  /** Host name that all passkeys are bound to; changing it makes them useless. */
  id: string;
  origins: string[];
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The relying party of a public address. WebAuthn does not support numeric addresses: on the local machine
 * passkeys work at `localhost`, whatever name was announced.
 */
export function relyingPartyOf({ PUBLIC_URL, MODE }: Pick<UsersConfig, 'PUBLIC_URL' | 'MODE'>): RelyingParty {
  const { origin, hostname, protocol, port } = new URL(PUBLIC_URL);
  if (MODE !== 'local' || !LOOPBACK.has(hostname)) return { id: hostname, origins: [origin] };
  return { id: 'localhost', origins: [`${protocol}//localhost${port && `:${port}`}`] };
}

/** The WebAuthn library, loaded by the first passkey: it takes 7 MB. */
export const webauthn = () => import('@simplewebauthn/server');

/** The same error for every invalid passkey, so that it does not reveal which passkeys exist. */
export const passkeyInvalid = () =>
  new Problem('PASSKEY_INVALID', 'This passkey did not work. Please try again, or use a code.');

/** The same error for failures of the WebAuthn library, whose reason is only logged. */
export function passkeyRejected(error: unknown, passkey?: string): Problem {
  log.info({ reason: error instanceof Error ? error.message : String(error), passkey }, 'A passkey was rejected');
  return passkeyInvalid();
}

/** The user handle for authenticators: the bytes of the account's id, without personal data. */
export const userHandle = (accountId: string): Buffer => Buffer.from(accountId.replaceAll('-', ''), 'hex');

/** The challenge in a browser's response; undefined if it cannot be parsed. */
export function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge?: unknown };
    return typeof challenge === 'string' && challenge ? challenge : undefined;
  } catch {
    return undefined;
  }
}
