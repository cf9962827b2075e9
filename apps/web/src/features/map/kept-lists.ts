import { metresBetween } from '../../lib/great-circle';

/** Marks a response that the service worker kept, because the server did not respond in time. */
export const KEPT_HEADER = 'x-kept';

/**
 * Address of the kept list to show for `requested`: its own, else the newest one whose circle contains the place;
 * undefined where there is none.
 */
export function keptListFor(requested: string, kept: readonly string[]): string | undefined {
  if (kept.includes(requested)) return requested;
  const wanted = circleOf(requested);
  return kept
    .filter((address) => {
      const { path, center, radius } = circleOf(address);
      return path === wanted.path && metresBetween(center, wanted.center) <= radius;
    })
    .at(-1);
}

function circleOf(address: string) {
  const { pathname, searchParams } = new URL(address);
  const number = (name: string) => Number(searchParams.get(name));
  return { path: pathname, center: { lat: number('latitude'), lng: number('longitude') }, radius: number('radius') };
}

/** A copy of a kept response that says so. */
export function markKept({ body, status, headers }: Response): Response {
  const marked = new Headers(headers);
  marked.set(KEPT_HEADER, 'yes');
  return new Response(body, { status, headers: marked });
}
