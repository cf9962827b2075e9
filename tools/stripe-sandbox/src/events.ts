import { z } from 'zod';
import { params, text } from './params.js';
import { listRoute, route } from './route.js';

/** `customer.*` matches all types of customers. */
export function matchesType(pattern: string, type: string): boolean {
  return pattern === '*' || pattern === type || (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1)));
}

export const eventRoutes = [
  listRoute(
    '/v1/events',
    'event',
    { type: text.optional(), types: z.array(text).max(20).optional() },
    (event, { type, types }) =>
      (type === undefined || matchesType(type, event.type)) && (!types || types.includes(event.type)),
  ),
  route('GET', '/v1/events/:id', params({}), (world, _, id) => world.getOrThrow('event', id)),
];
