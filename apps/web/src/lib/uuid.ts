import { newIdempotencyKey } from './http';

/** A random UUID, version 4. `crypto.randomUUID` is missing on plain-http addresses, random bytes are not. */
export const newUuid = (): string =>
  newIdempotencyKey().replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
