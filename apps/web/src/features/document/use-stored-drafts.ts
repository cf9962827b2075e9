import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type FieldValues, type UseFormReturn } from 'react-hook-form';
import type { User } from '../../api/types';
import type { LatLng } from '../map';
import { documentDrafts, draftOwners, guestOwner, rememberPending, type StoredDraft } from './document-drafts';
import { type DocumentDraft, isWorthKeeping, keptPhoto } from './drafts';
import { pendingAction } from './pending-action';

interface KeptForm<Values extends FieldValues> {
  form: Pick<UseFormReturn<Values>, 'getValues' | 'subscribe'>;
  id: string;
  user: User | null | undefined;
  place: LatLng | null;
  /** A file whose upload is not finished: after a reload it goes with the work. */
  chosen: File | null;
}

/** Stores a document form from the first key on, until `release`; `clear` removes what is stored, too. */
export function useKeepDocument({
  form: { getValues, subscribe },
  id,
  user,
  place,
  chosen,
}: KeptForm<Omit<DocumentDraft, 'place'>>): { release: () => void; clear: () => Promise<void> } {
  const isReleased = useRef(false);
  // A session that ends while the form is open does not give the draft to whoever uses the tab next.
  const account = useRef<string>(undefined);
  const keep = useEffectEvent(() => {
    if (isReleased.current) return;
    const values = getValues();
    const draft: DocumentDraft = { ...values, place, photo: chosen ? keptPhoto(chosen) : values.photo };
    account.current = user?.id ?? account.current;
    void (isWorthKeeping(draft)
      ? documentDrafts.save(id, account.current ?? guestOwner(), draft)
      : documentDrafts.remove(id));
  });
  useEffect(() => subscribe({ formState: { values: true }, callback: () => keep() }), [subscribe]);
  useEffect(() => keep(), [place, chosen, user?.id]);
  useEffect(() => documentDrafts.hold(id), [id]);
  const release = () => {
    isReleased.current = true;
  };
  return {
    release,
    clear: () => {
      release();
      return documentDrafts.remove(id);
    },
  };
}

/**
 * A work that was begun on this device and is in no form: that of the player, or of the guest who used this tab.
 * @param isDocumenting while it is true nothing is offered
 */
export function useStoredDraft(user: User | null | undefined, isDocumenting: boolean): StoredDraft | null {
  const [found, setFound] = useState<StoredDraft | null>(null);
  const isKnown = user !== undefined;
  const id = user?.id;
  const isPendingPlayer = user?.status === 'pending';
  useEffect(() => {
    if (!isKnown || isDocumenting) return;
    let isCurrent = true;
    if (id && isPendingPlayer) rememberPending(id);
    void documentDrafts.find(draftOwners(id)).then((stored) => {
      // One that waits for a sign-in or a code is finished by itself.
      if (isCurrent) setFound(stored && isPending(stored.id) ? null : stored);
    });
    return () => {
      isCurrent = false;
      // What is open now, or belongs to the former player, is not offered until the next search.
      setFound(null);
    };
  }, [isKnown, id, isPendingPlayer, isDocumenting]);
  return isDocumenting ? null : found;
}

function isPending(id: string): boolean {
  const action = pendingAction.peek()?.action;
  return action?.kind === 'document' && action.id === id;
}
