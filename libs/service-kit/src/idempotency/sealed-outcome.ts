import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { Problem } from '../errors/problem.js';

/** How a mutation under an `Idempotency-Key` ended, or how far it came. */
export type Outcome =
  /** Its transaction returned `value`; the response may be lost, and what follows the transaction may not have run. */
  | { kind: 'committed'; value: unknown }
  | { kind: 'returned'; value: unknown }
  | { kind: 'rejected'; code: string; detail: string; options: Problem['extensions'] };

const CIPHER = 'aes-256-gcm';
/** Bytes. */
const KEY_LENGTH = 32;
const IV_LENGTH = 12;
const TAG_LENGTH = 16;

/** An `Idempotency-Key` as it is stored: the key itself decrypts the outcome, so only its hash is kept. */
export const hashedKey = (key: string): string => createHash('sha256').update(key).digest('base64url');

/** Encrypts an outcome, which may contain tokens and client secrets, with the caller's own key. */
export function seal(outcome: Outcome, key: string): Buffer {
  const iv = randomBytes(IV_LENGTH);
  const cipher = createCipheriv(CIPHER, encryptionKey(key), iv);
  // Unlike JSON, V8's format keeps dates and bytes.
  const encrypted = Buffer.concat([cipher.update(serialize(outcome)), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]);
}

/** @throws Error if another key sealed it */
export function unseal(sealed: Buffer, key: string): Outcome {
  const [iv, rest] = [sealed.subarray(0, IV_LENGTH), sealed.subarray(IV_LENGTH)];
  const decipher = createDecipheriv(CIPHER, encryptionKey(key), iv);
  decipher.setAuthTag(rest.subarray(0, TAG_LENGTH));
  return deserialize(Buffer.concat([decipher.update(rest.subarray(TAG_LENGTH)), decipher.final()])) as Outcome;
}

const encryptionKey = (key: string) =>
  Buffer.from(hkdfSync('sha256', key, '', 'outcome of an Idempotency-Key', KEY_LENGTH));
