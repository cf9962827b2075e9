import type { QueryClient } from '@tanstack/react-query';
import { readsOf } from './nearby';

/** Shows the like or its removal at once, and the server's state once it responds. */
export async function setLiked(client: QueryClient, id: string, liked: boolean): Promise<void> {
  const reads = readsOf(client, id);
  await reads.cancel();
  try {
    const { setLike } = await import('./work-cache');
    await setLike(client, id, liked);
    await reads.cancel();
  } finally {
    reads.refetch();
  }
}
