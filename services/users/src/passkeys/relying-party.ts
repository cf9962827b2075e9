import type { UsersConfig } from '../config.js';

/** For whom passkeys are made, and from which pages they may be used. */
export interface RelyingParty {
  /** Host name that every passkey is bound to; another one makes all of them useless. */
  id: string;
  origins: string[];
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The relying party of a public address. WebAuthn knows no numeric addresses: on the own machine
 * passkeys work at `localhost`, under whichever name the page was announced.
 */
export function relyingPartyOf({ PUBLIC_URL, MODE }: Pick<UsersConfig, 'PUBLIC_URL' | 'MODE'>): RelyingParty {
  const { origin, hostname, protocol, port } = new URL(PUBLIC_URL);
  if (MODE !== 'local' || !LOOPBACK.has(hostname)) return { id: hostname, origins: [origin] };
  return { id: 'localhost', origins: [`${protocol}//localhost${port && `:${port}`}`] };
}
