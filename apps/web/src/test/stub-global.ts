const originals = new Map<string, PropertyDescriptor | undefined>();

/** Gives a global variable another value until the test ends. */
export function stubGlobal(name: string, value: unknown): void {
  if (!originals.has(name)) originals.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
  Object.defineProperty(globalThis, name, { value, writable: true, enumerable: true, configurable: true });
}

/** Gives all stubbed globals back; done before each test. */
export function unstubGlobals(): void {
  for (const [name, original] of originals) {
    if (original) Object.defineProperty(globalThis, name, original);
    else delete (globalThis as Record<string, unknown>)[name];
  }
  originals.clear();
}
