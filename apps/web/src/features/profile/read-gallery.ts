import type { QueryFunction } from '@tanstack/react-query';
import type { ArtItem } from '../../api/types';
import { HttpError } from '../../lib/http';

/** Reads GET <key segments joined by slashes> and the pages after it, by their `Link` headers, to the end. */
export const readGallery: QueryFunction<ArtItem[]> = async ({ queryKey, signal }) => {
  const items: ArtItem[] = [];
  for (let next: string | undefined = queryKey.join('/'); next; ) {
    const response: Response = await globalThis.fetch(new Request(new URL(next, window.location.origin), { credentials: 'include', signal }));
    if (!response.ok) throw await HttpError.from(response);
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
