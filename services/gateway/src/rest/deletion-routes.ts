import { BODY } from './fields.js';
import type { Route } from './route.js';

/** Deleting the account. */
export const deletionRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/api/profile/deletion/code',
    summary: 'Sends the code that is needed to delete the account; also for pending players',
    operation: 'request-erasure-code',
    access: 'player',
    status: 202,
    response: { kind: 'item', name: 'ErasureCode' },
    sensitive: true,
  },
  {
    method: 'POST',
    path: '/api/profile/deletion',
    summary: 'Deletes the account for good and ends all its sessions; also for pending players',
    operation: 'erase-account',
    access: 'player',
    input: BODY,
    status: 204,
    response: { kind: 'nothing' },
    sensitive: true,
  },
];
