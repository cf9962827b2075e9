import { m } from '#messages';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { Discovery } from '../../api/types';
import { guestApi, HttpError, isUnauthorized, NoConnection, problemCode } from '../../lib/http';
import { formatNumber } from '../../lib/format';
import { fieldDetail, problemDetail } from '../../lib/problems';
import { TOKENS_NAME } from '../../product';
import { toast, type ToastMessage } from '../../ui/toast';
import { publicPageChanged, userKey } from '../../lib/shared-facts';
import { useRefreshUser, useUser } from '../auth';
import { documentDrafts, guestOwner } from './document-drafts';
import { AWARDS, type DocumentDraft, documentPayload, mapPayload, type SendDocument } from './drafts';
import { type NewWork, patchDiscovery, readsOf, refetchNearby } from './nearby';
import { pendingAction, type PendingAction, signInAndReturn } from './pending-action';
import { pinTypeOf } from './pin-types';

/** `kept`: stored until sign-in or the code is done. `fields`: the server's messages by payload field. */
export type Outcome =
  { kind: 'done' } | { kind: 'kept' } | { kind: 'failed'; fields: Record<string, string>; detail: string };

/** Adding and liking, including what they require: a session and a confirmed contact. */
export function useDiscoveryActions({ onAdded, send }: { onAdded: (work: NewWork) => void; send: SendDocument }) {
  const { user } = useUser();
  const client = useQueryClient();
  const refreshUser = useRefreshUser();
  const [verifying, setVerifying] = useState(false);

  const hold = useCallback(
    async (action: PendingAction, reason: 'guest' | 'unverified'): Promise<Outcome> => {
      // The photo has to be on the disk before the page is left.
      if (action.kind === 'document') await documentDrafts.save(action.id, user?.id ?? guestOwner(), action.draft);
      const kept = pendingAction.keep(action, user?.id ?? null);
      if (reason === 'guest') signInAndReturn(kept);
      else setVerifying(true);
      return { kind: 'kept' };
    },
    [user?.id],
  );

  const run = useCallback(
    async (action: PendingAction): Promise<Outcome> => {
      if (user === null) return hold(action, 'guest');
      if (user?.status === 'pending') return hold(action, 'unverified');
      try {
        const added = await perform(action, client, { send, owner: user?.id });
        pendingAction.drop();
        if (action.kind === 'document') await documentDrafts.remove(action.id);
        if (added) onAdded(added);
        void (action.kind === 'like' ? refetchAchievements(client) : refreshAfterDocument(client));
        return { kind: 'done' };
      } catch (error) {
        if (isUnauthorized(error)) return hold(action, 'guest');
        if (problemCode(error) === 'CONTACT_NOT_VERIFIED') {
          void refreshUser();
          return hold(action, 'unverified');
        }
        pendingAction.drop();
        toast(failure(action, error));
        return { kind: 'failed', fields: fieldErrors(error), detail: problemDetail(error, '') };
      }
    },
    [user, client, onAdded, send, hold, refreshUser],
  );

  return { run, verifying, setVerifying };
}

/** Works and likes count for achievements. */
const refetchAchievements = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: ['/api/profile/achievements'] });

/** Reads again what a new work changes: the player, their works and the nearby lists. */
export async function refreshAfterDocument(client: QueryClient): Promise<void> {
  publicPageChanged(client);
  const keys = [userKey, ['/api/discoveries/user']].map((queryKey) => client.invalidateQueries({ queryKey }));
  await Promise.all([...keys, refetchNearby(client), refetchAchievements(client)]);
}

/** The toast about a work that was stored; an award of 0 is withheld. */
export const documentAdded = (
  { role, pinType }: Pick<DocumentDraft, 'role' | 'pinType'>,
  tokensAwarded: number = AWARDS.photographer,
): ToastMessage => ({
  title: m.discovery_added_title(),
  description:
    tokensAwarded > 0
      ? m.discovery_added_text({
          role,
          coins: formatNumber(tokensAwarded),
          tokens: TOKENS_NAME,
          pin: pinTypeOf(pinType).name(),
        })
      : m.discovery_added_withheld({ tokens: TOKENS_NAME, pin: pinTypeOf(pinType).name() }),
});

/** Returns the work that was added; undefined where none was. */
async function perform(
  action: PendingAction,
  client: QueryClient,
  { send, owner }: { send: SendDocument; owner?: string },
): Promise<NewWork | undefined> {
  if (action.kind === 'like') {
    await setLiked(client, action.id, true);
    toast({ title: m.discovery_liked_title(), description: m.discovery_liked_text() });
    return undefined;
  }
  if (action.kind === 'add') {
    const params = { header: { 'Idempotency-Key': action.draft.attempt.key } };
    await guestApi.POST('/api/discoveries', { params, body: mapPayload(action.draft), parseAs: 'stream' });
    toast({ title: m.discovery_graffiti_title(), description: m.discovery_graffiti_text() });
    return action.draft.position;
  }
  // Nobody would ever send a work that belongs to no account.
  if (!owner) throw new NoConnection('It is not known who is signed in.');
  const { id, draft } = action;
  const { file = null, uploadURL } = draft.photo ?? {};
  const sent = await send(
    { owner, draft, body: documentPayload(draft), key: draft.attempt.key, photo: file, uploadedTo: uploadURL || null },
    id,
  );
  toast(
    sent
      ? documentAdded(draft, sent.tokensAwarded)
      : { title: m.discovery_saved_title(), description: m.discovery_saved_text() },
  );
  return sent?.id ? { id: sent.id } : undefined;
}

/** Shows the like or its removal at once, and the server's state once it responds. */
async function setLiked(client: QueryClient, id: string, liked: boolean): Promise<void> {
  const reads = readsOf(client, id);
  await reads.callOff();
  const undo = optimistic(client, id, liked);
  try {
    const calls = await import('./work-calls');
    const { likes, liked: isLiked } = await calls.setLike(client, id, liked);
    await reads.callOff();
    patchDiscovery(client, id, (discovery) => ({ ...discovery, likes, liked: isLiked }));
  } catch (error) {
    undo();
    throw error;
  } finally {
    reads.again();
  }
}

/** The returned function rolls back exactly this change. */
function optimistic(client: QueryClient, id: string, liked: boolean): () => void {
  let changed = false;
  patchDiscovery(client, id, (discovery) => {
    if (discovery.liked === liked) return discovery;
    changed = true;
    return { ...discovery, liked, likes: Math.max(0, discovery.likes + (liked ? 1 : -1)) };
  });
  return () => {
    if (changed)
      patchDiscovery(client, id, (discovery) => ({
        ...discovery,
        liked: !liked,
        likes: Math.max(0, discovery.likes + (liked ? -1 : 1)),
      }));
  };
}

/** Likes a work or removes the like; removing shows no toast. */
export function useLike(run: (action: PendingAction) => Promise<Outcome>): (discovery: Discovery) => Promise<void> {
  const client = useQueryClient();
  const running = useRef(new Set<string>());
  return useCallback(
    async ({ id, liked }) => {
      if (running.current.has(id)) return;
      running.current.add(id);
      try {
        if (!liked) await run({ kind: 'like', id });
        else await setLiked(client, id, false);
      } catch (error) {
        toast({
          title: m.discovery_error(),
          description: problemDetail(error, m.discovery_unlike_failed()),
          variant: 'destructive',
        });
      } finally {
        running.current.delete(id);
      }
    },
    [client, run],
  );
}

function failure(action: PendingAction, error: unknown): ToastMessage {
  if (error instanceof Error && error.name === 'QueueFull')
    return { title: m.discovery_full_title(), description: m.discovery_full_text(), variant: 'destructive' };
  return { title: m.discovery_error(), description: failureText(action, error), variant: 'destructive' };
}

function failureText(action: PendingAction, error: unknown): string {
  // Only the server's message says which work it is and what to do.
  if (problemCode(error) === 'SAME_WORK') return problemDetail(error, m.discovery_same_work());
  if (action.kind === 'add') return m.discovery_add_failed();
  if (action.kind === 'document') return m.discovery_document_failed();
  return problemDetail(error, m.discovery_like_failed());
}

function fieldErrors(error: unknown): Record<string, string> {
  const problem = error instanceof HttpError ? error.problem : null;
  const errors = Object.fromEntries((problem?.errors ?? []).map((fault) => [fault.field, fieldDetail(fault)]));
  // A picture that belongs to another account has a code of its own and no field.
  if (problem?.code === 'PICTURE_NOT_YOURS') errors.imageUrl ??= problemDetail(error, '');
  return errors;
}
