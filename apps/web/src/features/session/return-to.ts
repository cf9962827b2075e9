import { paths } from '../../lib/paths';

/** A path of our own to go back to; anything else leads to the map. */
export function ownPath(returnTo: string | null): string {
  // Not every such text parses as a URL: `//` has no host.
  if (!returnTo?.startsWith('/') || !URL.canParse(returnTo, window.location.origin)) return paths.home;
  const { origin, pathname, search, hash } = new URL(returnTo, window.location.origin);
  const isOurs = origin === window.location.origin && !pathname.startsWith('//') && !/^\/(api|oidc)\b/.test(pathname);
  return isOurs && pathname !== paths.signIn ? pathname + search + hash : paths.home;
}
