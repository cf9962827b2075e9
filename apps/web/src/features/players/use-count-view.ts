import { useMutation } from '@apollo/client/react';
import { useQueryClient } from '@tanstack/react-query';
import { ViewArtDocument } from '../../api/graph/players/gallery';
import { galleryChanged } from '../../api/shared-facts';

/** Counts a view of a work and shows the new number, in the own gallery and on public pages. A failure is not shown. */
export function useCountView() {
  const rest = useQueryClient();
  const [count] = useMutation(ViewArtDocument);
  return (id: string) => {
    count({
      variables: { id },
      update: (cache, { data }) => {
        if (!data) return;
        const { views } = data.viewArt;
        cache.modify({ id: cache.identify({ __typename: 'ArtItem', id }), fields: { views: () => views } });
        galleryChanged(rest, (items) => items.map((item) => (item.id === id ? { ...item, views } : item)));
      },
    }).catch(() => undefined);
  };
}
