import { m } from '#messages';
import { useApolloClient } from '@apollo/client/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { OrderArtDocument, RemoveArtDocument } from '../../api/graph/players/gallery';
import { isUnauthorized } from '../../api/http';
import { problemDetail } from '../../api/problems';
import { galleryChanged, galleryKey, publicPageChanged } from '../../api/shared-facts';
import { toast } from '../../ui/toast';
import { readGallery } from './read-gallery';
import { useCountView } from './use-count-view';

/** The signed-in player's own art, in the player's order, and its actions. */
export function useGallery() {
  const client = useQueryClient();
  const graph = useApolloClient();
  const view = useCountView();
  const { data, error, isPending, refetch } = useQuery({ queryKey: galleryKey, queryFn: readGallery });

  const refused = (reason: unknown, otherwise: string) => {
    if (!isUnauthorized(reason))
      toast({ title: m.players_error(), description: problemDetail(reason, otherwise), variant: 'destructive' });
  };

  const remove = useMutation({
    mutationFn: (id: string) => graph.mutate({ mutation: RemoveArtDocument, variables: { id } }),
    onSuccess: (_, id) => {
      galleryChanged(client, (items) => items.filter((item) => item.id !== id));
      publicPageChanged(client);
    },
    onError: (reason) => refused(reason, m.players_art_not_removed()),
  });

  // One after the other, so that the order chosen last is the one that is saved.
  const order = useMutation({
    scope: { id: 'art-order' },
    mutationFn: (ids: string[]) => graph.mutate({ mutation: OrderArtDocument, variables: { ids } }),
    onSuccess: () => publicPageChanged(client),
    onError: (reason) => {
      refused(reason, m.players_order_not_saved());
      void client.invalidateQueries({ queryKey: galleryKey });
    },
  });

  return {
    items: data,
    error,
    isPending,
    refetch,
    remove: remove.mutateAsync,
    /** Moves an item one position earlier (-1) or later (1); shown at once. */
    move(id: string, by: -1 | 1) {
      const moved = [...(data ?? [])];
      const from = moved.findIndex((item) => item.id === id);
      const to = from + by;
      if (from < 0 || to < 0 || to >= moved.length) return;
      moved.splice(to, 0, ...moved.splice(from, 1));
      galleryChanged(client, () => moved);
      order.mutate(moved.map((item) => item.id));
    },
    view,
  };
}
