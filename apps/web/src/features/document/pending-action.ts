import { loginUrl } from '../../lib/paths';
import { browser } from '../../lib/browser';
import { newIdempotencyKey } from '../../lib/random';
import { stored } from '../../lib/stored';
import { documentDrafts } from './document-drafts';
import type { SentDocument, SentMapDraft } from './drafts';

/** An action of a guest, or of a player whose contact is not confirmed. It is finished once they are allowed to. */
export type PendingAction =
  | { kind: 'add'; draft: SentMapDraft }
  /** `id` is that of the stored draft, which has the photo's bytes. */
  | { kind: 'document'; id: string; draft: SentDocument }
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

/** Milliseconds after which it expires. */
const GOOD_FOR = 30 * 60_000;
/** Name of the ticket's parameter in the address that the sign-in returns to. */
export const TICKET = 'resume';

/** Bytes cannot be stored as text: the stored draft has them. */
const withoutFiles = (name: string, value: unknown) => (name === 'file' ? undefined : value);
const tab = stored<Kept>('sessionStorage', 'pending-action', withoutFiles);

/** Stored for this tab, so that it survives the sign-in. */
export const pendingAction = {
  keep(action: PendingAction, owner: string | null): Kept {
    const kept = { action, owner, ticket: newIdempotencyKey(), at: Date.now() };
    tab.write(kept);
    return kept;
  },
  peek(): Kept | null {
    const kept = tab.read();
    return kept?.action && Date.now() - kept.at < GOOD_FOR ? kept : null;
  },
  drop: () => tab.remove(),
};

/** The action with its photo's bytes; `isPhotoLost` if the browser has removed them and nothing else has the photo. */
export async function withPhotoBytes(action: PendingAction): Promise<{ action: PendingAction; isPhotoLost: boolean }> {
  if (action.kind !== 'document' || !action.draft.photo) return { action, isPhotoLost: false };
  const photo = (await documentDrafts.get(action.id))?.draft.photo ?? action.draft.photo;
  const isPhotoLost = !photo.uploadURL && !photo.file;
  return { action: { ...action, draft: { ...action.draft, photo: isPhotoLost ? null : photo } }, isPhotoLost };
}

/** Redirects to the sign-in, which returns here with the ticket of the stored action. */
export function signInAndReturn({ ticket }: Kept): void {
  const search = new URLSearchParams(window.location.search);
  search.set(TICKET, ticket);
  browser.goTo(loginUrl(`${window.location.pathname}?${search}`));
}
