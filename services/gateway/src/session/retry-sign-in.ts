import type { FastifyReply, FastifyRequest } from 'fastify';
import { isNavigation, refusalOfThrown } from '../problems/refusal.js';

/** Any base works: a URL that keeps its origin is one of our paths. */
const HERE = 'http://here.invalid';
const CONTROL = /[\u0000-\u0020\u007f\\]/;

/** The path to return to; anything that could leave the site becomes `/`. */
export function ownPath(returnTo: unknown): string {
  if (typeof returnTo !== 'string' || !returnTo.startsWith('/') || returnTo.startsWith('//') || CONTROL.test(returnTo))
    return '/';
  if (!URL.canParse(returnTo, HERE)) return '/';
  const { origin, pathname, search, hash } = new URL(returnTo, HERE);
  if (origin !== HERE || pathname.startsWith('//') || /^\/(api|oidc)\//.test(pathname)) return '/';
  return `${pathname}${search}${hash}`;
}

/** The page's screen that shows what went wrong and offers a new sign-in. */
const SIGN_IN_SCREEN = '/sign-in';

export const retrySignIn = (reply: FastifyReply, problem: 'expired' | 'refused' | 'away', returnTo?: string) =>
  reply.redirect(
    `${SIGN_IN_SCREEN}?${new URLSearchParams({ problem, ...(returnTo && { returnTo }) }).toString()}`,
    302,
  );

/** Programs get the error; people get the screen that shows it and lets them try again. */
export const redirectPeople = (request: FastifyRequest, reply: FastifyReply) => (error: unknown) => {
  if (!isNavigation(request)) throw error;
  // Logs internal errors.
  refusalOfThrown(error);
  return retrySignIn(reply, 'away', ownPath((request.query as { returnTo?: unknown }).returnTo));
};
