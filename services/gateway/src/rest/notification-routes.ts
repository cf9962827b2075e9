import { BODY, page } from './fields.js';
import type { Route } from './route.js';

/** The player's notifications. */
export const notificationRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/notifications',
    summary: "The signed-in player's notifications, newest first",
    operation: 'notifications',
    access: 'player',
    input: page,
    status: 200,
    response: { kind: 'list', name: 'Notification' },
  },
  {
    method: 'POST',
    path: '/api/notifications/read',
    summary: 'Marks notifications as read: those of `ids`, or those that happened at `before` or earlier',
    operation: 'mark-notifications-read',
    access: 'player',
    input: BODY,
    status: 204,
    response: { kind: 'nothing' },
  },
  {
    method: 'POST',
    path: '/api/unsubscribe/{token}',
    summary:
      'Ends the e-mail digests of a player, by the address that each one has in `List-Unsubscribe` (RFC 8058); ' +
      'any body is ignored',
    operation: 'stop-digest',
    access: 'anyone',
    ignoresBody: true,
    status: 204,
    response: { kind: 'nothing' },
  },
];
