import { ECDH } from 'node:crypto';
import { z } from 'zod';

/** In characters; endpoints of push services have 200 to 500. */
const MAX_ENDPOINT_LENGTH = 1_000;

const endpoint = z.string().max(MAX_ENDPOINT_LENGTH, `An endpoint has at most ${MAX_ENDPOINT_LENGTH} characters.`);

const INVALID_KEY_DETAIL = 'This is not a public key of P-256: 65 bytes in base64url.';

/** A browser's subscription; the service checks whether its push service is allowed. Padding is removed. */
export const pushSubscriptionInput = z.object({
  endpoint,
  p256dh: z
    .string()
    .regex(/^[\w-]{87}=?$/, { error: INVALID_KEY_DETAIL, abort: true })
    .refine(isPoint, INVALID_KEY_DETAIL)
    .transform(withoutPadding),
  auth: z
    .string()
    .regex(/^[\w-]{22}(==)?$/, 'This is not a secret of 16 bytes in base64url.')
    .transform(withoutPadding),
});

export const removedPushInput = z.object({ endpoint });

function withoutPadding(value: string): string {
  return value.replace(/=+$/, '');
}

function isPoint(value: string): boolean {
  try {
    ECDH.convertKey(value, 'prime256v1', 'base64url');
    // Compressed points are rejected.
    return Buffer.from(value, 'base64url')[0] === 4;
  } catch {
    return false;
  }
}
