import { fault, isPlayerScope, isScope } from '@sprayhunt/service-kit';
import { z } from 'zod';

const MAX_ADDRESSES = 5;
/** Characters. */
const ADDRESS_LENGTH = 500;

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
/** A reversed domain name (RFC 8252, 7.1), which excludes `javascript` and the like. */
const OWN_SCHEME = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/;

/** Why the issuer may not lead back to an address; undefined if it may (RFC 8252, 7; RFC 9700, 4.1). */
function wrongWith(address: string): string | undefined {
  if (address.length > ADDRESS_LENGTH) return `An address has at most ${ADDRESS_LENGTH} characters.`;
  // It is compared character by character, so it has to be in a browser's normal form.
  if (!/^[\x21-\x7e]+$/.test(address) || !URL.canParse(address) || /[*\\#]/.test(address))
    return 'Enter a whole address, without a fragment, wildcards or spaces.';
  const { protocol, hostname, username, password } = new URL(address);
  if (username || password) return 'An address with a user name is refused.';
  if (protocol === 'http:')
    return LOOPBACK.has(hostname)
      ? undefined
      : 'Use https. Only http://127.0.0.1, http://[::1] and http://localhost may do without.';
  if (protocol === 'https:') return LOOPBACK.has(hostname) ? 'On the loopback interface, use http.' : undefined;
  return OWN_SCHEME.test(protocol)
    ? undefined
    : 'A scheme of your own is a domain name of yours backwards, for example com.example.app:/callback.';
}

const redirectUris = z
  .array(z.string().trim())
  .max(MAX_ADDRESSES, `At most ${MAX_ADDRESSES} addresses.`)
  .transform((given, context) => {
    const wrong = given.map(wrongWith).find((reason) => reason !== undefined);
    return wrong === undefined ? [...new Set(given)] : fault(context, 'INVALID', wrong);
  });

/** What a client needs to act for players: redirect addresses, and whether it can keep a secret. */
export const clientKind = {
  redirectUris: redirectUris.nullish().transform((given) => given ?? []),
  isPublic: z
    .boolean()
    .nullish()
    .transform((given) => given ?? false),
};

export interface ClientKind {
  redirectUris: string[];
  isPublic: boolean;
}

type Given = ClientKind & { scopes: readonly string[] };

const actsForPlayers = ({ scopes }: Given) => scopes.some((scope) => isScope(scope) && isPlayerScope(scope));
const actsItself = ({ scopes }: Given) => scopes.some((scope) => isScope(scope) && !isPlayerScope(scope));

/**
 * Scopes that players agree to need addresses, and no others do; a public client has nothing to prove itself with, so
 * it has no tokens of its own.
 */
const RULES: { field: keyof ClientKind; code: string; message: string; holds: (given: Given) => boolean }[] = [
  {
    field: 'redirectUris',
    code: 'REQUIRED',
    message: 'Say where players come back to after they have agreed.',
    holds: (given) => !actsForPlayers(given) || given.redirectUris.length > 0,
  },
  {
    field: 'redirectUris',
    code: 'INVALID',
    message: 'Only a client with discoveries:write has addresses to come back to.',
    holds: (given) => actsForPlayers(given) || given.redirectUris.length === 0,
  },
  {
    field: 'isPublic',
    code: 'INVALID',
    message: 'A public client has discoveries:write only: ask for another client for the rest.',
    holds: (given) => !given.isPublic || !actsItself(given),
  },
];

/** Checks that addresses and kind go with the scopes, which the object has. */
export const fitsScopes = <Schema extends z.ZodObject>(schema: Schema): Schema =>
  RULES.reduce(
    (checked, { field, code, message, holds }) =>
      checked.refine((given) => holds(given as unknown as Given), { path: [field], message, params: { code } }),
    schema,
  );

export const clientKindInput = fitsScopes(z.object({ scopes: z.array(z.string()), ...clientKind }));
