import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { newUuid } from '../../lib/random';
import { MAX_LINES, MAX_PIECES, type WantedLine } from './cart-lines';

/** A guest's cart as this browser keeps it, for all of its tabs. */
export interface GuestCart {
  lines: readonly WantedLine[];
  /** Of these lines, for their merge into a player's cart: a second one with it changes nothing. */
  key: string;
}

const STORAGE_KEY = 'cart';
const EMPTY: GuestCart = { lines: [], key: '' };

const stored = z.object({
  key: z.string().min(1).max(60),
  lines: z
    .array(
      z.object({
        productId: z.string().min(1).max(60),
        size: z.string().max(20).nullable(),
        quantity: z.int().min(1).max(MAX_PIECES),
      }),
    )
    .max(MAX_LINES),
});

/** What was read last, so that the same text is the same object. If nothing can be stored it is the only copy. */
let known: { text: string | null; cart: GuestCart } = { text: null, cart: EMPTY };

function storedText(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return known.text;
  }
}

/** Anything may be in a browser's storage: an invalid cart counts as empty. */
function parse(text: string | null): GuestCart {
  try {
    return stored.safeParse(JSON.parse(text ?? 'null')).data ?? EMPTY;
  } catch {
    return EMPTY;
  }
}

function read(): GuestCart {
  const text = storedText();
  if (text !== known.text) known = { text, cart: parse(text) };
  return known.cart;
}

function write(lines: readonly WantedLine[]): void {
  const cart = lines.length > 0 ? { lines, key: newUuid() } : EMPTY;
  const text = lines.length > 0 ? JSON.stringify(cart) : null;
  try {
    if (text === null) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, text);
  } catch {
    // It lasts as long as the page.
  }
  known = { text, cart };
  // The browser itself notifies only the other tabs.
  window.dispatchEvent(new StorageEvent('storage', { key: STORAGE_KEY }));
}

const subscribe = (listener: () => void) => {
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
};

export const guestCart = {
  read,
  /** Changes what is stored now, which another tab may have changed since it was last shown here. */
  change(update: (lines: readonly WantedLine[]) => readonly WantedLine[]): void {
    write(update(read().lines));
  },
  /** Removes these lines once the server has stored them; lines added since stay. */
  drop({ key }: GuestCart): void {
    if (read().key === key) write([]);
  },
};

export const useGuestCart = (): GuestCart => useSyncExternalStore(subscribe, read, () => EMPTY);
