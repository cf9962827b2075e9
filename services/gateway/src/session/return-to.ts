/** Any base will do: what keeps its origin is a path of our own. */
const HERE = 'http://here.invalid';
const CONTROL = /[\u0000-\u0020\u007f\\]/;

/** The own path that a visitor may be sent back to; anything that could leave the site becomes `/`. */
export function ownPath(returnTo: unknown): string {
  if (typeof returnTo !== 'string' || !returnTo.startsWith('/') || returnTo.startsWith('//') || CONTROL.test(returnTo)) return '/';
  if (!URL.canParse(returnTo, HERE)) return '/';
  const { origin, pathname, search, hash } = new URL(returnTo, HERE);
  if (origin !== HERE || pathname.startsWith('//') || /^\/(api|oidc)\//.test(pathname)) return '/';
  return `${pathname}${search}${hash}`;
}
