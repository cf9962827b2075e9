import { createVerifier, TokenError } from 'fast-jwt';
import { z } from 'zod';
import { Problem } from '../errors/problem.js';
import { DEFAULT_LANGUAGE, type Language, LANGUAGES } from './language.js';

/** The caller's identity, as signed by the gateway. */
export const identitySchema = z.object({
  kind: z.enum(['guest', 'player', 'partner']),
  /** The account's id; for a guest with an anonymous session, the id the account will get at sign-up. */
  subject: z.uuid().optional(),
  status: z.enum(['pending', 'verified']).optional(),
  /** What a player may do beyond; see `Access`. */
  roles: z.array(z.string()).optional(),
  /** End of the player's suspension; it may have passed. Missing for one who is not suspended. */
  suspendedUntil: z.iso.datetime().optional(),
  /** Id of the browser session (not its secret). */
  session: z.string().optional(),
  /** Client address, for limits. */
  address: z.string().optional(),
  scopes: z.array(z.string()).optional(),
  /** The language of the request: chosen on the page, else the browser's. Missing for a partner. */
  language: z.enum(LANGUAGES).optional(),
  /** The browser, by the hash of its long-lived cookie; only sent with calls that may sign a player in. */
  device: z.object({ id: z.string(), userAgent: z.string().optional() }).optional(),
});

export type Identity = z.infer<typeof identitySchema>;

/** The language to write to the caller in, where no account says otherwise. */
export const languageOf = ({ language }: Identity): Language => language ?? DEFAULT_LANGUAGE;

/** The identity of a call without a session: it grants no rights. */
export const ANONYMOUS: Identity = { kind: 'guest' };

/**
 * Reads identities that the gateway signed for one service.
 * @throws Problem `UNAUTHENTICATED` for a call without a token, and for one that is forged, expired or meant for another service.
 */
export function identityReader(publicKey: string, audience: string) {
  const verify = createVerifier({ key: publicKey, algorithms: ['EdDSA'], allowedAud: audience, cache: 5_000, cacheTTL: 60_000 });
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
