import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Some proxies append the connection's port to the address; it differs for each connection. */
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+):\d+|\[([^\]]+)\](?::\d+)?)$/;

/** Groups of an IPv6 address that identify a customer's network. */
const NETWORK_GROUPS = 4;

/**
 * The rate-limit key of an address: an IPv4 address, or the /64 of an IPv6 address, of which a customer has a whole
 * network. Other keys are returned unchanged.
 */
export function rateLimitKey(written: string): string {
  const [, ipv4, ipv6] = WITH_PORT.exec(written) ?? [];
  const text = ipv4 ?? ipv6 ?? written;
  if (isIP(text) !== 6) return text;
  const address = ipaddr.process(text);
  // An IPv4 address in IPv6 notation.
  if (address instanceof ipaddr.IPv4) return address.toString();
  return `${address.parts
    .slice(0, NETWORK_GROUPS)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}
