import { loginDoor } from '../../app/paths';
import { browser } from '../../lib/browser';
import { newIdempotencyKey } from '../../lib/http';
import type { SentDocument, SentMapDraft } from './drafts';

/** What a guest, or a player whose contact is not proven, wanted to do. It is finished when they may. */
export type PendingAction =
  | { kind: 'add'; draft: SentMapDraft }
  | { kind: 'document'; draft: SentDocument }
  | { kind: 'like'; id: string };

/** An action and whose it is, so that nobody else finishes it. */
export interface Kept {
  action: PendingAction;
  /** Id of the player who wanted it; null for a guest, who is known by the ticket alone. */
  owner: string | null;
  /** Comes back from the sign-in that was begun for this action, and from no other. */
  ticket: string;
  /** Milliseconds since 1970. */
  at: number;
}

const STORAGE_KEY = 'pending-action';
/** Milliseconds after which nobody waits for it any longer. */
const GOOD_FOR = 30 * 60_000;
/** Where the ticket stands in the address that the sign-in returns to. */
export const TICKET = 'resume';

/** Kept for this tab, across the way to the sign-in screen and back. */
export const pendingAction = {
  keep(action: PendingAction, owner: string | null): Kept {
    const kept = { action, owner, ticket: newIdempotencyKey(), at: Date.now() };
    try {
      sessionStorage.setItem(STORAGE_KEY, JSON.stringify(kept));
    } catch {
      // Without storage the player types it again; nothing else can be done.
    }
    return kept;
  },
  peek(): Kept | null {
    try {
      const kept = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null') as Kept | null;
      return kept?.action && Date.now() - kept.at < GOOD_FOR ? kept : null;
    } catch {
      return null;
    }
  },
  drop(): void {
    try {
      sessionStorage.removeItem(STORAGE_KEY);
    } catch {
      // Nothing was stored either.
    }
  },
};

/** Sign-in follows; it returns to where the player was, with the ticket of what is to be finished there. */
export function signInAndReturn({ ticket }: Kept): void {
  const search = new URLSearchParams(window.location.search);
  search.set(TICKET, ticket);
  browser.goTo(loginDoor(`${window.location.pathname}?${search}`));
}
