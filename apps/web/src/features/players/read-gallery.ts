import type { QueryFunction } from '@tanstack/react-query';
import type { ArtItem } from '../../api/types';
import { send } from '../../api/http';

/** Reads GET <key segments joined by slashes> and the pages after it, by their `Link` headers, to the end. */
export const readGallery: QueryFunction<ArtItem[]> = async ({ queryKey, signal }) => {
  const items: ArtItem[] = [];
  for (let next: string | undefined = queryKey.join('/'); next;) {
    const response = await send(next, { signal });
    items.push(...((await response.json()) as ArtItem[]));
    next = nextPage(response);
  }
  return items;
};

function nextPage(response: Response): string | undefined {
  const address = /<([^>]+)>; *rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  if (!address) return undefined;
  const { pathname, search } = new URL(address, window.location.origin);
  return pathname + search;
}
