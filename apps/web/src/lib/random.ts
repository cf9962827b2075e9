/** A fresh `Idempotency-Key`. `crypto.randomUUID` is missing on plain-http addresses, random bytes are not. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A random UUID, version 4. `crypto.randomUUID` is missing on plain-http addresses, random bytes are not. */
export const newUuid = (): string =>
  newIdempotencyKey().replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
