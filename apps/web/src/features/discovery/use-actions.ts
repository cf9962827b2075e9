import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { Discovery } from '../../api/types';
import { answer, api, HttpError, isUnauthorized, problemCode, problemDetail } from '../../lib/http';
import { toast } from '../../ui/toast';
import { useRefreshUser, useUser } from '../auth/use-user';
import { AWARDS, documentPayload, mapPayload, roleNames } from './drafts';
import { patchDiscovery, refetchNearby } from './nearby';
import { pendingAction, type PendingAction, signInAndReturn } from './pending-action';
import { pinTypeOf } from './pin-types';

/** `kept`: sign-in or the code comes first, then it is finished. `fields`: the server's words by payload field. */
export type Outcome = { kind: 'done' } | { kind: 'kept' } | { kind: 'failed'; fields: Record<string, string>; detail: string };

/** Adding and liking, with what stands before them: a session and a proven contact. */
export function useDiscoveryActions({ onAdded }: { onAdded: () => void }) {
  const { user } = useUser();
  const client = useQueryClient();
  const refreshUser = useRefreshUser();
  const [verifying, setVerifying] = useState(false);

  const added = useCallback(async () => {
    onAdded();
    await Promise.all([client.invalidateQueries({ queryKey: ['/api/discoveries/user'] }), refetchNearby(client), refreshUser()]);
  }, [client, onAdded, refreshUser]);

  const hold = useCallback((action: PendingAction, reason: 'guest' | 'unverified'): Outcome => {
    pendingAction.keep(action);
    if (reason === 'guest') signInAndReturn();
    else setVerifying(true);
    return { kind: 'kept' };
  }, []);

  const run = useCallback(async (action: PendingAction): Promise<Outcome> => {
    if (user === null) return hold(action, 'guest');
    if (user?.status === 'pending') return hold(action, 'unverified');
    try {
      await perform(action, (id, change) => patchDiscovery(client, id, change));
      pendingAction.drop();
      // Works and likes count for achievements.
      void client.invalidateQueries({ queryKey: ['/api/profile/achievements'] });
      if (action.kind !== 'like') void added();
      return { kind: 'done' };
    } catch (error) {
      if (isUnauthorized(error)) return hold(action, 'guest');
      if (problemCode(error) === 'CONTACT_NOT_VERIFIED') {
        void refreshUser();
        return hold(action, 'unverified');
      }
      pendingAction.drop();
      toast({ title: 'Error', description: failureText(action, error), variant: 'destructive' });
      return { kind: 'failed', fields: fieldErrors(error), detail: problemDetail(error, '') };
    }
  }, [user, client, added, hold, refreshUser]);

  return { run, verifying, setVerifying };
}

type Patch = (id: string, change: (discovery: Discovery) => Discovery) => void;

async function perform(action: PendingAction, patch: Patch): Promise<void> {
  if (action.kind === 'like') return like(action.id, patch);
  const params = { header: { 'Idempotency-Key': action.draft.attempt.key } };
  if (action.kind === 'add') {
    await api.POST('/api/discoveries', { params, body: mapPayload(action.draft) });
    toast({ title: 'Graffiti Added! 🎨', description: 'Your street art discovery has been added to the map.' });
    return;
  }
  const { draft } = action;
  const { tokensAwarded } = await answer(api.POST('/api/discoveries', { params, body: documentPayload(draft) }));
  toast({
    title: 'Discovery Added! 🎉',
    description: `+${tokensAwarded ?? AWARDS.photographer} 🪙 Spray Coins earned as ${roleNames[draft.role]}! Your ${pinTypeOf(draft.pinType).name} pin has been placed.`,
  });
}

async function like(id: string, patch: Patch): Promise<void> {
  const undo = optimistic(id, patch, true);
  try {
    const likes = await answer(api.POST('/api/discoveries/{id}/like', { params: { path: { id } } }));
    patch(id, (discovery) => ({ ...discovery, ...likes }));
    toast({ title: 'Liked! 👍', description: 'You liked this street art piece!' });
  } catch (error) {
    undo();
    throw error;
  }
}

/** Shows the like at once; the answered function takes exactly that back. */
function optimistic(id: string, patch: Patch, liked: boolean): () => void {
  let changed = false;
  patch(id, (discovery) => {
    if (discovery.liked === liked) return discovery;
    changed = true;
    return { ...discovery, liked, likes: Math.max(0, discovery.likes + (liked ? 1 : -1)) };
  });
  return () => {
    if (changed) patch(id, (discovery) => ({ ...discovery, liked: !liked, likes: Math.max(0, discovery.likes + (liked ? -1 : 1)) }));
  };
}

/** Likes a work or takes the like back; taking it back needs no word. */
export function useLike(run: (action: PendingAction) => Promise<Outcome>): (discovery: Discovery) => Promise<void> {
  const client = useQueryClient();
  const running = useRef(new Set<string>());
  return useCallback(async ({ id, liked }) => {
    if (running.current.has(id)) return;
    running.current.add(id);
    const patch: Patch = (each, change) => patchDiscovery(client, each, change);
    try {
      if (!liked) await run({ kind: 'like', id });
      else await unlike(id, patch);
    } finally {
      running.current.delete(id);
    }
  }, [client, run]);
}

async function unlike(id: string, patch: Patch): Promise<void> {
  const undo = optimistic(id, patch, false);
  try {
    const likes = await answer(api.DELETE('/api/discoveries/{id}/like', { params: { path: { id } } }));
    patch(id, (discovery) => ({ ...discovery, ...likes }));
  } catch (error) {
    undo();
    toast({ title: 'Error', description: problemDetail(error, 'Your like could not be taken back. Please try again.'), variant: 'destructive' });
  }
}

function failureText(action: PendingAction, error: unknown): string {
  // Which work it is, and what to do, is in the server's sentence alone.
  if (problemCode(error) === 'SAME_WORK') return problemDetail(error, 'This work is on the map already.');
  if (action.kind === 'add') return 'Failed to add graffiti discovery.';
  if (action.kind === 'document') return 'Failed to save discovery. Please try again.';
  return problemDetail(error, 'Your like could not be stored. Please try again.');
}

function fieldErrors(error: unknown): Record<string, string> {
  const problem = error instanceof HttpError ? error.problem : null;
  const errors = Object.fromEntries((problem?.errors ?? []).map(({ field, detail }) => [field, detail]));
  // A picture that belongs to another account has a code of its own and no field.
  if (problem?.code === 'PICTURE_NOT_YOURS' && problem.detail) errors.imageUrl ??= problem.detail;
  return errors;
}
