import type { Readable } from 'node:stream';

export interface StoredObject {
  bytes: number;
  /** When it was written. */
  modified: Date;
}

/** Where bytes lie. Keys are lower-case paths such as `objects/7f/<id>/large.webp`. */
export interface ObjectStore {
  /** Called once before anything else; makes what is missing (the folder, the bucket). */
  prepare(): Promise<void>;
  /**
   * Stores the whole of `body` under `key`, over whatever was there. Readers see the old object
   * or the new one, never a part; after it has resolved, the object outlives a crash.
   */
  write(key: string, body: Buffer): Promise<void>;
  /** Null where there is nothing. */
  stat(key: string): Promise<StoredObject | null>;
  /** Null where there is nothing. The body must be read to its end or destroyed. */
  read(key: string): Promise<(StoredObject & { body: Readable }) | null>;
  /** Keys that hold nothing are no error. */
  remove(keys: string[]): Promise<void>;
  /** Everything below a prefix that ends with a slash, in no order. */
  list(prefix: string): AsyncIterable<StoredObject & { key: string }>;
}

/** Injection token of the store. */
export const OBJECT_STORE = Symbol('object store');

const KEY = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/;
const MAX_KEY = 255;

/** Both drivers take the same keys and no others, so no key can leave the folder. */
export function checkKey(key: string): void {
  if (key.length > MAX_KEY || !KEY.test(key)) throw new RangeError(`Not an object key: ${JSON.stringify(key.slice(0, 80))}`);
}
