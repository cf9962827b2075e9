/** A value under one key of the browser's storage. */
export interface Stored<T> {
  /** Null without one, or where the storage holds something else. */
  read(): T | null;
  write(value: T): void;
  remove(): void;
}

/**
 * A value that this tab (`sessionStorage`) or this browser (`localStorage`) keeps as JSON. The browser's settings can
 * forbid storage: then nothing is kept, and nothing fails.
 * @param replacer of `JSON.stringify`, for what cannot be stored as text
 */
export function stored<T>(
  area: 'sessionStorage' | 'localStorage',
  key: string,
  replacer?: (name: string, value: unknown) => unknown,
): Stored<T> {
  return {
    read: () => orNull(() => JSON.parse(window[area].getItem(key) ?? 'null') as T | null),
    write: (value) => void orNull(() => window[area].setItem(key, JSON.stringify(value, replacer))),
    remove: () => void orNull(() => window[area].removeItem(key)),
  };
}

function orNull<T>(access: () => T): T | null {
  try {
    return access();
  } catch {
    return null;
  }
}
