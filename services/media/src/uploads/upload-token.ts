import { createHmac } from 'node:crypto';
import { isSignedByOne, type RotatingSecret } from '@sprayhunt/service-kit';

/**
 * The permission to upload one file, as part of an address: `<expiry>.<signature>`, the expiry in
 * seconds since 1970. It contains no personal data and grants nothing else.
 */
export function signUpload([secret]: RotatingSecret, id: string, expiresAt: Date): string {
  const expiry = String(Math.floor(expiresAt.getTime() / 1_000));
  return `${expiry}.${signature(secret, id, expiry).toString('base64url')}`;
}

export function checkUpload(
  secrets: RotatingSecret,
  id: string,
  token: string,
  now = Date.now(),
): 'valid' | 'expired' | 'forged' {
  const [expiry, encodedSignature, ...extra] = token.split('.');
  if (!expiry || !encodedSignature || extra.length > 0) return 'forged';
  if (!isSignedByOne(secrets, (secret) => signature(secret, id, expiry), Buffer.from(encodedSignature, 'base64url')))
    return 'forged';
  return Number(expiry) * 1_000 > now ? 'valid' : 'expired';
}

const signature = (secret: string, id: string, expiry: string): Buffer =>
  createHmac('sha256', secret).update(`upload:${id}:${expiry}`).digest();

/** Distinguishes addresses without storing them. */
export const hashAddress = ([secret]: RotatingSecret, address: string): string =>
  createHmac('sha256', secret).update(`address:${address}`).digest('base64url').slice(0, 22);
