import type { FastifyReply, FastifyRequest } from 'fastify';
import { isNavigation } from '../problems/is-navigation.js';
import { refusalOfThrown } from '../problems/refusal.js';
import { ownPath } from './return-to.js';

/** The page's screen that shows what went wrong and offers a new sign-in. */
const SIGN_IN_SCREEN = '/sign-in';

export const retrySignIn = (reply: FastifyReply, problem: 'expired' | 'refused' | 'away', returnTo?: string) =>
  reply.redirect(`${SIGN_IN_SCREEN}?${new URLSearchParams({ problem, ...(returnTo && { returnTo }) }).toString()}`, 302);

/** Programs get the error; people get the screen that shows it and lets them try again. */
export const redirectPeople = (request: FastifyRequest, reply: FastifyReply) => (error: unknown) => {
  if (!isNavigation(request)) throw error;
  // Logs internal errors.
  refusalOfThrown(error);
  return retrySignIn(reply, 'away', ownPath((request.query as { returnTo?: unknown }).returnTo));
};
