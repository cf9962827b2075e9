import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const hashOf = (secret: string) => createHash('sha256').update(secret).digest();

/** Creates a secret for the address where a browser continues, and its hash for storage. */
export function newProof(): { secret: string; hash: string } {
  const secret = randomBytes(32).toString('base64url');
  return { secret, hash: hashOf(secret).toString('base64url') };
}

/**
 * Whether an address contains the secret of the player's decision.
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
