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
