import { BODY } from './fields.js';
import type { Route } from './route.js';

/** Reports and takedown requests to moderators. */
export const reportRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/api/reports',
    summary:
      'Reports a post, a work, a picture or a player; again, while moderators have not decided, changes nothing ' +
      'and says so; for verified players',
    operation: 'report',
    access: 'player',
    input: BODY,
    status: 202,
    response: { kind: 'item', name: 'ReportReceipt' },
  },
  {
    method: 'POST',
    path: '/api/takedowns',
    summary: 'An artist asks for a work or a picture to be taken down',
    operation: 'request-takedown',
    access: 'anyone',
    input: BODY,
    status: 202,
    response: { kind: 'nothing' },
  },
];
