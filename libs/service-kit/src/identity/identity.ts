import { createVerifier, TokenError } from 'fast-jwt';
import { z } from 'zod';
import { pemBlocks } from '../config/rotating-secret.js';
import { Problem } from '../errors/problem.js';
import { DEFAULT_LANGUAGE, type Language, LANGUAGES } from './language.js';

/** The caller's identity, as signed by the gateway. */
export const identitySchema = z.object({
  kind: z.enum(['guest', 'player', 'partner']),
  /** The account's id; for a guest with an anonymous session, the id the account will get at sign-up. */
  subject: z.uuid().optional(),
  status: z.enum(['pending', 'verified']).optional(),
  /** The roles of a player; see `Access`. */
  roles: z.array(z.string()).optional(),
  /** End of the player's suspension; it may have passed. Missing for one who is not suspended. */
  suspendedUntil: z.iso.datetime().optional(),
  /** Id of the browser session (not its secret). */
  session: z.string().optional(),
  /** Client address, for limits. */
  address: z.string().optional(),
  scopes: z.array(z.string()).optional(),
  /** The partner's client through which a player calls; then the scopes are all that the call may use. */
  client: z.uuid().optional(),
  /** The language of the request: chosen on the page, else the browser's. Missing for a partner. */
  language: z.enum(LANGUAGES).optional(),
  /** The browser, by the hash of its long-lived cookie; only sent with calls that may sign a player in. */
  device: z.object({ id: z.string(), userAgent: z.string().optional() }).optional(),
});

export type Identity = z.infer<typeof identitySchema>;

/** Whether scopes limit what the caller may do: a partner, or a player through a partner's client. */
export const isLimitedByScopes = ({ kind, client }: Identity): boolean => kind === 'partner' || client !== undefined;

/** The language for messages to the caller, unless the account has one. */
export const languageOf = ({ language }: Identity): Language => language ?? DEFAULT_LANGUAGE;

/** The identity of a call without a session: it grants no rights. */
export const ANONYMOUS: Identity = { kind: 'guest' };

/**
 * Reads identities that the gateway signed for one service.
 * @param publicKeys PEM; several while the gateway's key rotates
 * @throws Problem `UNAUTHENTICATED` for a call without a token, and for one that is forged, expired or meant for
 *   another service.
 */
export function identityReader(publicKeys: string, audience: string) {
  const verify = firstSuccessful(
    pemBlocks(publicKeys).map((key) =>
      createVerifier({ key, algorithms: ['EdDSA'], allowedAud: audience, cache: 5_000, cacheTTL: 60_000 }),
    ),
  );
  return (authorization: string | undefined): Identity => {
    try {
      return identitySchema.parse(verify((authorization ?? '').replace(/^Bearer /, '')));
    } catch (error) {
      if (error instanceof TokenError || error instanceof z.ZodError)
        throw Object.assign(new Problem('UNAUTHENTICATED', 'Unauthorized: the identity of this call is not valid.'), {
          statusCode: 401,
        });
      throw error;
    }
  };
}

/** The result of the first that does not throw, or the error of the last. */
function firstSuccessful<T>(readers: readonly ((token: string) => T)[]): (token: string) => T {
  const [first, ...others] = readers as [(token: string) => T, ...((token: string) => T)[]];
  if (others.length === 0) return first;
  const rest = firstSuccessful(others);
  return (token) => {
    try {
      return first(token);
    } catch (error) {
      if (!(error instanceof TokenError)) throw error;
      return rest(token);
    }
  };
}
