import { page } from './fields.js';
import type { Route } from './route.js';

const NO_SUCH_EVENT = { code: 'NOT_FOUND', detail: 'There is no such event.' };

/** Live events and taking part in them. */
export const eventRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/community/events',
    summary: 'Live and upcoming events by their start',
    operation: 'live-events',
    access: 'player',
    input: page,
    status: 200,
    response: { kind: 'list', name: 'LiveEvent' },
  },
  {
    method: 'GET',
    path: '/api/community/events/{id}',
    summary: 'One live event, also one that is over or cancelled',
    operation: 'live-event',
    access: 'player',
    status: 200,
    response: { kind: 'item', name: 'LiveEvent', whenNull: NO_SUCH_EVENT },
  },
  {
    method: 'POST',
    path: '/api/community/events/{id}/join',
    summary: 'Takes part in a live event; again changes nothing; for verified players',
    operation: 'join-live-event',
    access: 'player',
    status: 200,
    response: { kind: 'item', name: 'LiveEvent' },
  },
  {
    method: 'POST',
    path: '/api/community/events/{id}/leave',
    summary: 'Takes part no more; for verified players',
    operation: 'leave-live-event',
    access: 'player',
    status: 204,
    response: { kind: 'nothing' },
  },
];
