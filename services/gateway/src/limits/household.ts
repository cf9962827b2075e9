import { isIPv6 } from 'node:net';

/** Some proxies write the port of a connection behind the address; it is another one for each connection. */
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+):\d+|\[([^\]]+)\](?::\d+)?)$/;
const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * Who counts as one behind an address: an IPv4 address is one, and of IPv6 a customer has a whole
 * /64 to choose from. What is no address is itself.
 */
export function household(written: string): string {
  const [, ipv4, ipv6] = WITH_PORT.exec(written) ?? [];
  const address = ipv4 ?? ipv6 ?? written;
  const mapped = MAPPED_IPV4.exec(address);
  if (mapped) return mapped[1]!;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const groups = (text: string) => text.split(':').filter(Boolean);
  const [left, right] = [groups(head), groups(tail ?? '')];
  const all = tail === undefined ? left : [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return `${all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
