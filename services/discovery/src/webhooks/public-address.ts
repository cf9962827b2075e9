import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Azure's metadata service, which is in a public range; the others are link-local. */
const AZURE_METADATA = '168.63.129.16';
/** Global unicast addresses that IANA has assigned so far (RFC 4291). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** An address that webhooks are never sent to. */
export class ForbiddenAddress extends Error {
  readonly code = 'ADDRESS_FORBIDDEN';
}

export type AddressRule = (address: string) => boolean;

/**
 * Whether an IP address is one of the public internet: not private, loopback, link-local, shared, reserved, translated
 * or a metadata service.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast' || parsed.toString() === AZURE_METADATA) return false;
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(GLOBAL_UNICAST);
}

/** Like `isPublicAddress`, but also allows this machine, for tests and local development. */
export const isPublicOrLoopback: AddressRule = (address) =>
  isPublicAddress(address) || (ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback');

/** A host that is written as an IP address, without brackets; undefined for a name. */
export const literalAddress = (hostname: string): string | undefined => {
  const address = hostname.replace(/^\[|\]$/g, '');
  return isIP(address) ? address : undefined;
};

/**
 * Resolves names for connections, and rejects names with any forbidden address. The connection uses an address of the
 * same result, so a name that resolves differently the next time (DNS rebinding) gains nothing.
 */
export const guardedLookup =
  (isAllowed: AddressRule, lookup: typeof systemLookup = systemLookup): LookupFunction =>
  (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => {
      if (error) return done(error, []);
      const [first] = found;
      if (!first || !found.every(({ address }) => isAllowed(address)))
        return done(new ForbiddenAddress('The name resolves to a forbidden address'), []);
      return options.all ? done(null, found) : done(null, first.address, first.family);
    });
  };
