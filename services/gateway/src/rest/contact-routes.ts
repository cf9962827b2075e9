import { BODY } from './fields.js';
import type { Route } from './route.js';

/** The signed-in player's phone and e-mail. */
export const contactRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/profile/contacts',
    summary: "The signed-in player's own phone and e-mail, and whether they are confirmed",
    operation: 'my-contacts',
    access: 'player',
    status: 200,
    response: { kind: 'item', name: 'Contacts' },
  },
  {
    method: 'POST',
    path: '/api/profile/contacts',
    summary: 'Sends a code to another phone or e-mail for the account; the response is always the same',
    operation: 'request-contact-change',
    access: 'player',
    input: BODY,
    status: 202,
    response: { kind: 'nothing' },
    sensitive: true,
  },
  {
    method: 'POST',
    path: '/api/profile/contacts/verify',
    summary: 'Replaces the phone or e-mail with the one that the code confirms, and signs out all other devices',
    operation: 'change-contact',
    access: 'player',
    input: BODY,
    status: 204,
    response: { kind: 'nothing' },
    sensitive: true,
  },
];
