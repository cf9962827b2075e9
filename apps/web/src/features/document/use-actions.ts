import { m } from '#messages';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { Discovery } from '../../api/types';
import { guestApi, HttpError, isUnauthorized, NoConnection, problemCode } from '../../api/http';
import { formatNumber } from '../../lib/format';
import { fieldDetail, problemDetail } from '../../api/problems';
import { TOKENS_NAME } from '../../product';
import { toast, type ToastMessage } from '../../ui/toast';
import { publicPageChanged, userKey } from '../../api/shared-facts';
import { useRefreshUser, useUser } from '../session';
import { documentDrafts, guestOwner } from './document-drafts';
import { AWARDS, type DocumentDraft, documentPayload, mapPayload, type SendDocument } from './drafts';
import { type NewWork, pinTypeOf, refetchNearby, setLiked } from '../works';
import { pendingAction, type PendingAction, signInAndReturn } from './pending-action';

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
  title: m.document_added_title(),
  description:
    tokensAwarded > 0
      ? m.document_added_text({
          role,
          coins: formatNumber(tokensAwarded),
          tokens: TOKENS_NAME,
          pin: pinTypeOf(pinType).name(),
        })
      : m.document_added_withheld({ tokens: TOKENS_NAME, pin: pinTypeOf(pinType).name() }),
});

/** Returns the work that was added; undefined where none was. */
async function perform(
  action: PendingAction,
  client: QueryClient,
  { send, owner }: { send: SendDocument; owner?: string },
): Promise<NewWork | undefined> {
  if (action.kind === 'like') {
    await setLiked(client, action.id, true);
    toast({ title: m.document_liked_title(), description: m.document_liked_text() });
    return undefined;
  }
  if (action.kind === 'add') {
    const params = { header: { 'Idempotency-Key': action.draft.attempt.key } };
    await guestApi.POST('/api/discoveries', { params, body: mapPayload(action.draft), parseAs: 'stream' });
    toast({ title: m.document_graffiti_title(), description: m.document_graffiti_text() });
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
      : { title: m.document_saved_title(), description: m.document_saved_text() },
  );
  return sent?.id ? { id: sent.id } : undefined;
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
          title: m.works_error(),
          description: problemDetail(error, m.document_unlike_failed()),
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
    return { title: m.document_full_title(), description: m.document_full_text(), variant: 'destructive' };
  return { title: m.works_error(), description: failureText(action, error), variant: 'destructive' };
}

function failureText(action: PendingAction, error: unknown): string {
  // Only the server's message says which work it is and what to do.
  if (problemCode(error) === 'SAME_WORK') return problemDetail(error, m.document_same_work());
  if (action.kind === 'add') return m.document_add_failed();
  if (action.kind === 'document') return m.document_form_failed();
  return problemDetail(error, m.document_like_failed());
}

function fieldErrors(error: unknown): Record<string, string> {
  const problem = error instanceof HttpError ? error.problem : null;
  const errors = Object.fromEntries((problem?.errors ?? []).map((fault) => [fault.field, fieldDetail(fault)]));
  // A picture that belongs to another account has a code of its own and no field.
  if (problem?.code === 'PICTURE_NOT_YOURS') errors.imageUrl ??= problemDetail(error, '');
  return errors;
}
