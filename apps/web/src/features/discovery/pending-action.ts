import { loginUrl } from '../../lib/paths';
import { browser } from '../../lib/browser';
import { newIdempotencyKey } from '../../lib/http';
import type { SentDocument, SentMapDraft, UploadedPhoto } from './drafts';

/** An action of a guest, or of a player whose contact is not confirmed. It is finished once they are allowed to. */
export type PendingAction =
  | { kind: 'add'; draft: SentMapDraft }
  | { kind: 'document'; draft: SentDocument }
  | { kind: 'like'; id: string };

/** An action and its owner, so that no one else finishes it. */
export interface Kept {
  action: PendingAction;
  /** Id of the player; null for a guest, who is identified by the ticket. */
  owner: string | null;
  /** Returned by the sign-in that was started for this action, and by no other. */
  ticket: string;
  /** Milliseconds since 1970. */
  at: number;
}

const STORAGE_KEY = 'pending-action';
/** Milliseconds after which it expires. */
const GOOD_FOR = 30 * 60_000;
/** Name of the ticket's parameter in the address that the sign-in returns to. */
export const TICKET = 'resume';

/** Stored for this tab, so that it survives the sign-in. */
export const pendingAction = {
  keep(action: PendingAction, owner: string | null): Kept {
    const kept = { action, owner, ticket: newIdempotencyKey(), at: Date.now() };
    try {
      sessionStorage.setItem(STORAGE_KEY, JSON.stringify(kept, withoutFiles));
    } catch {
      // Without storage the player has to type it again.
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

/** A photo that is only here cannot be stored as text: after the sign-in it has to be chosen again. */
const withoutFiles = (name: string, value: unknown) => (name === 'photo' && (value as UploadedPhoto | null)?.file ? null : value);

/** Redirects to the sign-in, which returns here with the ticket of the stored action. */
export function signInAndReturn({ ticket }: Kept): void {
  const search = new URLSearchParams(window.location.search);
  search.set(TICKET, ticket);
  browser.goTo(loginUrl(`${window.location.pathname}?${search}`));
}
