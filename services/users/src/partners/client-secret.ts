import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits cannot be guessed, so a fast hash is as safe as a slow one. */
const SECRET_BYTES = 32;

/** A new secret, 43 characters of base64url. */
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** The stored hash of a secret, with the client's id, so that a hash is useless in another row. */
export const hashOfSecret = (clientId: string, secret: string): Buffer => createHmac('sha256', clientId).update(secret).digest();

/** Compares in constant time. */
export const isSecretOf = (hash: Buffer, clientId: string, given: string): boolean => timingSafeEqual(hash, hashOfSecret(clientId, given));
