import type { Refuse, RouteInput } from './route-input.js';

/** A JSON object with the operation's own fields. */
export const BODY: RouteInput = { from: 'body' };

/** A page of a list: so many items where the caller names no number. */
const pageOf = (limit: number) => ({
  defaults: { limit },
  fields: {
    limit: { description: 'How many to return.' },
    cursor: {
      description: 'The end of the previous page, from its `Link` header.',
      read: (cursor: unknown, refuse: Refuse) => (cursor === '' ? refuse('cursor', 'TOO_SMALL', 'cursor must be at least 1.') : cursor),
    },
  },
});

/** A page of a list that has no end of its own. */
export const page: RouteInput = { from: 'query', ...pageOf(50) };

/** A place, how far around it to look in metres, and a page. */
export function around(radius: number): RouteInput {
  const { defaults, fields } = pageOf(100);
  return { from: 'query', defaults: { radius, ...defaults }, fields };
}

/** A list of strings, or one string that commas divide; which of its entries count, the users service says. */
export const signUp: RouteInput = {
  from: 'body',
  fields: {
    interests: {
      schema: { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'string' }, { type: 'null' }] },
      read: (sent) => (typeof sent === 'string' ? [sent] : sent),
    },
  },
};

/** A blank biography takes the former one away. */
export const completeProfile: RouteInput = { from: 'body', fields: { bio: { keepsBlank: true } } };
