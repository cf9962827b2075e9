import type { QueryClient } from '@tanstack/react-query';
import { patchDiscovery, readsOf } from './nearby';

/** Shows the like or its removal at once, and the server's state once it responds. */
export async function setLiked(client: QueryClient, id: string, liked: boolean): Promise<void> {
  const reads = readsOf(client, id);
  await reads.cancel();
  const undo = optimistic(client, id, liked);
  try {
    const calls = await import('./work-calls');
    const { likes, liked: isLiked } = await calls.setLike(client, id, liked);
    await reads.cancel();
    patchDiscovery(client, id, (discovery) => ({ ...discovery, likes, liked: isLiked }));
  } catch (error) {
    undo();
    throw error;
  } finally {
    reads.refetch();
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
