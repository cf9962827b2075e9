import { m } from '#messages';
import { useApolloClient, useMutation } from '@apollo/client/react';
import { useQueryClient } from '@tanstack/react-query';
import {
  DeletePostDocument,
  DiscussionDocument,
  DiscussionsDocument,
  FilterPlayerDocument,
  HidePostDocument,
  LikePostDocument,
  MyPlayerFiltersDocument,
  ShowPostDocument,
  UnlikePostDocument,
} from '../../api/graph/forum/forum';
import type { PlayerFilterKind, PostFieldsFragment } from '../../api/graph/graphql';
import { isUnauthorized } from '../../api/http';
import { problemDetail } from '../../api/problems';
import { discussionsChanged } from '../../api/shared-facts';
import { toast } from '../../ui/toast';

/** Shows why an action failed; an ended session redirects to the sign-in screen instead. */
export function showFailure(error: unknown): void {
  if (!isUnauthorized(error))
    toast({
      title: m.forum_failed_title(),
      description: problemDetail(error, m.forum_failed_text()),
      variant: 'destructive',
    });
}

/** A player's actions on a post, except editing its text. Each returns whether it was done. */
export function usePost({
  id,
  threadId,
  likes,
  liked,
  isHiddenByMe,
}: Pick<PostFieldsFragment, 'id' | 'threadId' | 'likes' | 'liked' | 'isHiddenByMe'>) {
  const { cache } = useApolloClient();
  const rest = useQueryClient();
  const [like] = useMutation(LikePostDocument);
  const [unlike] = useMutation(UnlikePostDocument);
  const [hide] = useMutation(HidePostDocument);
  const [show] = useMutation(ShowPostDocument);
  const [remove, removing] = useMutation(DeletePostDocument);

  const done = () => {
    discussionsChanged(rest);
    return true;
  };
  const failed = (error: unknown) => {
    showFailure(error);
    return false;
  };
  const variables = { id };
  return {
    isRemoving: removing.loading,
    /** Shown at once, and taken back where it is refused. */
    toggleLike: () => {
      const next = { __typename: 'ForumPost' as const, id, likes: likes + (liked ? -1 : 1), liked: !liked };
      const call = liked
        ? unlike({ variables, optimisticResponse: { unlikePost: next } })
        : like({ variables, optimisticResponse: { likePost: next } });
      return call.then(done, failed);
    },
    toggleHidden: () => (isHiddenByMe ? show : hide)({ variables, update: evictLists }).then(done, failed),
    remove: () =>
      remove({
        variables,
        update: (changed) => {
          if (id !== threadId) {
            changed.modify({
              id: cache.identify({ __typename: 'ForumPost', id: threadId }),
              fields: { replyCount: (count: number) => count - 1 },
            });
            changed.evict({ id: cache.identify({ __typename: 'ForumPost', id }) });
          }
          evictLists(changed);
        },
        refetchQueries: id === threadId ? [DiscussionDocument] : [],
      }).then(done, failed),
  };
}

/** Blocks, mutes, or ends either; everything that shows posts is read again. */
export function useFilterPlayer() {
  const rest = useQueryClient();
  const [filter, { loading }] = useMutation(FilterPlayerDocument);
  const change = (playerId: string, kind: PlayerFilterKind | null) =>
    filter({
      variables: { playerId, kind },
      update: evictLists,
      refetchQueries: [DiscussionDocument, DiscussionsDocument, MyPlayerFiltersDocument],
    }).then(
      () => {
        discussionsChanged(rest);
        return true;
      },
      (error: unknown) => {
        showFailure(error);
        return false;
      },
    );
  return { change, isBusy: loading };
}

/** The lists are read again when next shown. */
export const evictLists = (cache: { evict(of: { id: string; fieldName: string }): boolean }): void =>
  void cache.evict({ id: 'ROOT_QUERY', fieldName: 'threads' });
