/** Any base works: a URL that keeps its origin is one of our paths. */
const HERE = 'http://here.invalid';
const CONTROL = /[\u0000-\u0020\u007f\\]/;

/** The path to return to; anything that could leave the site becomes `/`. */
export function ownPath(returnTo: unknown): string {
  if (typeof returnTo !== 'string' || !returnTo.startsWith('/') || returnTo.startsWith('//') || CONTROL.test(returnTo)) return '/';
  if (!URL.canParse(returnTo, HERE)) return '/';
  const { origin, pathname, search, hash } = new URL(returnTo, HERE);
  if (origin !== HERE || pathname.startsWith('//') || /^\/(api|oidc)\//.test(pathname)) return '/';
  return `${pathname}${search}${hash}`;
}
