import { createHmac } from 'node:crypto';
import { isSignedByOne, type RotatingSecret } from '@sprayhunt/service-kit';

/** Seconds. */
const LIFETIME_SECONDS = 3_600;

/**
 * The permission to see a withheld picture, in the query of its address: `<expiry>.<signature>`, the expiry in seconds
 * since 1970.
 */
export function signWithheld([secret]: RotatingSecret, pictureId: string, now = Date.now()): string {
  const expiry = String(Math.floor(now / 1_000) + LIFETIME_SECONDS);
  return `${expiry}.${signature(secret, pictureId, expiry).toString('base64url')}`;
}

export function isWithheldTokenValid(
  secrets: RotatingSecret,
  pictureId: string,
  token: string,
  now = Date.now(),
): boolean {
  const [expiry = '', encodedSignature = ''] = token.split('.');
  return (
    isSignedByOne(
      secrets,
      (secret) => signature(secret, pictureId, expiry),
      Buffer.from(encodedSignature, 'base64url'),
    ) && Number(expiry) * 1_000 > now
  );
}

const signature = (secret: string, pictureId: string, expiry: string): Buffer =>
  createHmac('sha256', secret).update(`withheld:${pictureId}:${expiry}`).digest();
