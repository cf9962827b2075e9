const originals = new Map<string, PropertyDescriptor | undefined>();

/** Replaces a global variable until the test ends. */
export function stubGlobal(name: string, value: unknown): void {
  if (!originals.has(name)) originals.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
  Object.defineProperty(globalThis, name, { value, writable: true, enumerable: true, configurable: true });
}

/** Restores all stubbed globals; called before each test. */
export function unstubGlobals(): void {
  for (const [name, original] of originals) {
    if (original) Object.defineProperty(globalThis, name, original);
    else delete (globalThis as Record<string, unknown>)[name];
  }
  originals.clear();
}
