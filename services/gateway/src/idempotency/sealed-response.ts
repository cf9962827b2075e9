import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
/** Bytes. */
const KEY_LENGTH = 32;
const IV_LENGTH = 12;
const TAG_LENGTH = 16;

/** An `Idempotency-Key` as it is stored: it decrypts the response, so only its hash is kept. */
export const hashedKey = (key: string): string => createHash('sha256').update(key).digest('base64url');

/** Encrypts a response body, which may contain tokens and client secrets, with the caller's own key. */
export function seal(body: string, key: string): Buffer {
  const iv = randomBytes(IV_LENGTH);
  const cipher = createCipheriv(CIPHER, encryptionKey(key), iv);
  const encrypted = Buffer.concat([cipher.update(body, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]);
}

/** @throws Error if another key sealed it */
export function unseal(sealed: Buffer, key: string): string {
  const [iv, rest] = [sealed.subarray(0, IV_LENGTH), sealed.subarray(IV_LENGTH)];
  const decipher = createDecipheriv(CIPHER, encryptionKey(key), iv);
  decipher.setAuthTag(rest.subarray(0, TAG_LENGTH));
  return Buffer.concat([decipher.update(rest.subarray(TAG_LENGTH)), decipher.final()]).toString('utf8');
}

const encryptionKey = (key: string) =>
  Buffer.from(hkdfSync('sha256', key, '', 'response of an Idempotency-Key', KEY_LENGTH));
