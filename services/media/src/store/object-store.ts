import type { Readable } from 'node:stream';

export interface StoredObject {
  bytes: number;
  /** When it was written. */
  modified: Date;
}

/** Stores bytes. Keys are lower-case paths such as `objects/7f/<id>/large.webp`. */
export interface ObjectStore {
  /** Called once before use; creates a missing folder or bucket. */
  prepare(): Promise<void>;
  /**
   * Stores the whole `body` at `key`, replacing any old object. Readers see the old object or the new one, never a
   * part; after it has resolved, the object outlives a crash.
   */
  write(key: string, body: Buffer): Promise<void>;
  /** Null if missing. */
  stat(key: string): Promise<StoredObject | null>;
  /** Null if missing. The body must be read to its end or destroyed. */
  read(key: string): Promise<(StoredObject & { body: Readable }) | null>;
  /** Missing keys are not an error. */
  remove(keys: string[]): Promise<void>;
  /** All objects below a prefix that ends with a slash, in any order. */
  list(prefix: string): AsyncIterable<StoredObject & { key: string }>;
}

/** Injection token of the store. */
export const OBJECT_STORE = Symbol('object store');

const KEY = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/;
const MAX_KEY = 255;

/** Both drivers accept only these keys, so that no key can leave the folder. */
export function checkKey(key: string): void {
  if (key.length > MAX_KEY || !KEY.test(key))
    throw new RangeError(`Not an object key: ${JSON.stringify(key.slice(0, 80))}`);
}
