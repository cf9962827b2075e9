import { fault, isPlayerScope, isScope } from '@sprayhunt/service-kit';
import { z } from 'zod';

const MAX_ADDRESSES = 5;
/** Characters. */
const MAX_ADDRESS_LENGTH = 500;

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
/** A reversed domain name (RFC 8252, 7.1), which excludes `javascript` and the like. */
const CUSTOM_SCHEME = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/;

/**
 * Returns why an address is not allowed as a redirect address; undefined if it is allowed (RFC 8252, 7; RFC 9700, 4.1).
 */
function faultOf(address: string): string | undefined {
  if (address.length > MAX_ADDRESS_LENGTH) return `An address has at most ${MAX_ADDRESS_LENGTH} characters.`;
  // It is compared character by character, so it has to be in a browser's normal form.
  if (!/^[\x21-\x7e]+$/.test(address) || !URL.canParse(address) || /[*\\#]/.test(address))
    return 'Enter a complete address, without a fragment, wildcards or spaces.';
  const { protocol, hostname, username, password } = new URL(address);
  if (username || password) return 'An address cannot contain a user name.';
  if (protocol === 'http:')
    return LOOPBACK.has(hostname)
      ? undefined
      : 'Use https. Only http://127.0.0.1, http://[::1] and http://localhost may use http.';
  if (protocol === 'https:') return LOOPBACK.has(hostname) ? 'On the loopback interface, use http.' : undefined;
  return CUSTOM_SCHEME.test(protocol)
    ? undefined
    : 'A custom scheme is your reversed domain name, for example com.example.app:/callback.';
}

const redirectUris = z
  .array(z.string().trim())
  .max(MAX_ADDRESSES, `At most ${MAX_ADDRESSES} addresses.`)
  .transform((given, context) => {
    const invalidReason = given.map(faultOf).find((reason) => reason !== undefined);
    return invalidReason === undefined ? [...new Set(given)] : fault(context, 'INVALID', invalidReason);
  });

/** The properties of a client that acts for players: its redirect addresses, and whether it can keep a secret. */
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

type ClientInput = ClientKind & { scopes: readonly string[] };

const actsForPlayers = ({ scopes }: ClientInput) => scopes.some((scope) => isScope(scope) && isPlayerScope(scope));
const actsForItself = ({ scopes }: ClientInput) => scopes.some((scope) => isScope(scope) && !isPlayerScope(scope));

/**
 * Only scopes that players agree to need redirect addresses. A public client cannot prove its identity, so it gets no
 * tokens of its own.
 */
const RULES: { field: keyof ClientKind; code: string; message: string; holds: (given: ClientInput) => boolean }[] = [
  {
    field: 'redirectUris',
    code: 'REQUIRED',
    message: 'Enter the addresses to which players return after they have agreed.',
    holds: (given) => !actsForPlayers(given) || given.redirectUris.length > 0,
  },
  {
    field: 'redirectUris',
    code: 'INVALID',
    message: 'Only a client with discoveries:write can have redirect addresses.',
    holds: (given) => actsForPlayers(given) || given.redirectUris.length === 0,
  },
  {
    field: 'isPublic',
    code: 'INVALID',
    message: 'A public client can only have discoveries:write. Request another client for the other scopes.',
    holds: (given) => !given.isPublic || !actsForItself(given),
  },
];

/** Adds the rules that addresses and kind have to match the scopes of the object. */
export const withScopeRules = <Schema extends z.ZodObject>(schema: Schema): Schema =>
  RULES.reduce(
    (checked, { field, code, message, holds }) =>
      checked.refine((given) => holds(given as unknown as ClientInput), { path: [field], message, params: { code } }),
    schema,
  );

export const clientKindInput = withScopeRules(z.object({ scopes: z.array(z.string()), ...clientKind }));
