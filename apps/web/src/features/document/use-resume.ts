import { m } from '#messages';
import { useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useUser } from '../session';
import { type Kept, type PendingAction, pendingAction, TICKET, withPhotoBytes } from './pending-action';
import type { Outcome } from './use-actions';

interface Resume {
  run: (action: PendingAction) => Promise<Outcome>;
  /** Restores typed values in their form, if the action was not finished or the server refused it. */
  reopen: (action: PendingAction, errors: Record<string, string>) => void;
  /** The contact has to be proven before it can be finished. */
  openCodeForm: () => void;
}

/**
 * Finishes an action that was stored until sign-in or the code, for its owner: the player it belongs to, or the person
 * who returns from the sign-in that a guest's action started. Otherwise a guest's draft goes back into its form and a
 * player's waits for that player.
 */
export function useResume({ run, reopen, openCodeForm }: Resume): void {
  const { user } = useUser();
  const [search, setSearch] = useSearchParams();
  const ticket = search.get(TICKET);
  const running = useRef(false);
  // A code can sign a pending player in to the account that owns the contact. That is the same person.
  const pendingId = useRef<string>(undefined);
  const [returns, countReturn] = useReducer((count: number) => count + 1, 0);

  useEffect(() => {
    // The back button can bring the page as it was left, without loading it.
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && countReturn();
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);

  const isTheirs = ({ owner, ...kept }: Kept, id: string) =>
    owner === null ? kept.ticket === ticket : owner === id || owner === pendingId.current;

  const reopenDropped = async (kept: PendingAction) => {
    pendingAction.drop();
    const { action, isPhotoLost } = await withPhotoBytes(kept);
    reopen(action, isPhotoLost ? photoLost() : {});
  };

  const finish = async (kept: PendingAction) => {
    running.current = true;
    const { action, isPhotoLost } = await withPhotoBytes(kept);
    // A work is never stored without the photo that it was documented with.
    const outcome = isPhotoLost ? ({ kind: 'failed', fields: photoLost() } as const) : await run(action);
    running.current = false;
    if (isPhotoLost) pendingAction.drop();
    if (outcome.kind === 'failed') reopen(action, outcome.fields);
  };

  const resume = useEffectEvent(() => {
    if (user?.status === 'pending') pendingId.current = user.id;
    if (user === undefined || running.current) return;
    const kept = pendingAction.peek();
    if (ticket !== null) setSearch((before) => (before.delete(TICKET), before), { replace: true });
    if (!kept) return pendingAction.drop();
    if (user === null || !isTheirs(kept, user.id))
      return kept.owner === null ? void reopenDropped(kept.action) : undefined;
    if (user.status !== 'pending') return void finish(kept.action);
    pendingAction.keep(kept.action, user.id);
    openCodeForm();
  });
  const who = user === undefined ? 'unknown' : user === null ? 'guest' : `${user.id}:${user.status}`;
  useEffect(() => resume(), [who, returns]);
}

const photoLost = () => ({ imageUrl: m.document_photo_lost() });
