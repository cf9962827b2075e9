import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits: nobody can try them all, so a fast hash protects them as well as a slow one. */
const SECRET_BYTES = 32;

/** A new secret, 43 characters of base64url. */
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** What is kept of a secret. The client's id goes in, so that a hash is worth nothing in another row. */
export const hashOfSecret = (clientId: string, secret: string): Buffer => createHmac('sha256', clientId).update(secret).digest();

/** Compares in constant time. */
export const isSecretOf = (hash: Buffer, clientId: string, given: string): boolean => timingSafeEqual(hash, hashOfSecret(clientId, given));
