import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const hashOf = (secret: string) => createHash('sha256').update(secret).digest();

/** A secret for the address at which a browser continues, and the hash to keep of it. */
export function newProof(): { secret: string; hash: string } {
  const secret = randomBytes(32).toString('base64url');
  return { secret, hash: hashOf(secret).toString('base64url') };
}

/**
 * Whether an address has the secret of the player's decision.
 * @param result of the interaction; undefined before the decision
 */
export function isProven(result: { proof?: unknown } | undefined, secret: unknown): boolean {
  if (result === undefined) return true;
  return (
    typeof result.proof === 'string' &&
    typeof secret === 'string' &&
    timingSafeEqual(Buffer.from(result.proof, 'base64url'), hashOf(secret))
  );
}
