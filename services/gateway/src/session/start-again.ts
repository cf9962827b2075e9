import type { FastifyReply, FastifyRequest } from 'fastify';
import { isNavigation } from '../problems/is-navigation.js';
import { refusalOfThrown } from '../problems/refusal.js';
import { ownPath } from './return-to.js';

/** The page's own screen; it says what went wrong and offers a new start. */
const SIGN_IN_SCREEN = '/sign-in';

export const startAgain = (reply: FastifyReply, problem: 'expired' | 'refused' | 'away', returnTo?: string) =>
  reply.redirect(`${SIGN_IN_SCREEN}?${new URLSearchParams({ problem, ...(returnTo && { returnTo }) }).toString()}`, 302);

/** Programs get the refusal; people get the screen that says so and lets them try again. */
export const tellPeople = (request: FastifyRequest, reply: FastifyReply) => (error: unknown) => {
  if (!isNavigation(request)) throw error;
  // Logs what is a fault of ours.
  refusalOfThrown(error);
  return startAgain(reply, 'away', ownPath((request.query as { returnTo?: unknown }).returnTo));
};
