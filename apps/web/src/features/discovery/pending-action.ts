import { loginDoor } from '../../app/paths';
import { browser } from '../../lib/browser';
import type { SentDocument, SentMapDraft } from './drafts';

/** What a guest, or a player whose contact is not proven, wanted to do. It is finished when they may. */
export type PendingAction =
  | { kind: 'add'; draft: SentMapDraft }
  | { kind: 'document'; draft: SentDocument }
  | { kind: 'like'; id: string };

const STORAGE_KEY = 'pending-action';

/** Kept for this tab, across the way to the sign-in screen and back. */
export const pendingAction = {
  keep(action: PendingAction): void {
    try {
      sessionStorage.setItem(STORAGE_KEY, JSON.stringify(action));
    } catch {
      // Without storage the player types it again; nothing else can be done.
    }
  },
  peek(): PendingAction | null {
    try {
      return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null') as PendingAction | null;
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

/** Sign-in follows; it returns to where the player was. */
export const signInAndReturn = () => browser.goTo(loginDoor(window.location.pathname + window.location.search));
