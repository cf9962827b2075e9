import { isIP } from 'node:net';

/**
 * Whether a `Host` header is an address or a name of this machine. Another site can point a name of its own to it (DNS
 * rebinding) and would then control the sandbox; it cannot do so with an address.
 * @param listensOn the host that the operator has the sandbox listen on
 */
export function isOwnHost(header: string | undefined, listensOn: string): boolean {
  if (header === undefined || !URL.canParse(`http://${header}`)) return false;
  const { hostname, host, username, pathname } = new URL(`http://${header}`);
  if (username !== '' || pathname !== '/' || host === '') return false;
  return (
    hostname === 'localhost' || hostname === listensOn.toLowerCase() || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  );
}
