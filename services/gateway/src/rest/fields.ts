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
      read: (cursor: unknown, refuse: Refuse) =>
        cursor === '' ? refuse('cursor', 'TOO_SMALL', 'cursor must be at least 1.') : cursor,
    },
  },
});

/** A page of an unbounded list. */
export const page: RouteInput = { from: 'query', ...pageOf(50) };

/** A place, a radius in metres, and a page. */
export function around(radius: number): RouteInput {
  const { defaults, fields } = pageOf(100);
  return { from: 'query', defaults: { radius, ...defaults }, fields };
}

/** A list of strings, or one string separated by commas; the users service validates the entries. */
export const signUp: RouteInput = {
  from: 'body',
  fields: {
    interests: {
      schema: { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'string' }, { type: 'null' }] },
      read: (sent) => (typeof sent === 'string' ? [sent] : sent),
    },
  },
};

/** A blank biography removes the former one. */
export const completeProfile: RouteInput = { from: 'body', fields: { bio: { keepsBlank: true } } };
