import { BODY, page } from './fields.js';
import type { Route } from './route.js';

/** Players' galleries. */
export const galleryRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/profile/art',
    summary: "The signed-in player's gallery, in the player's own order",
    operation: 'my-art',
    access: 'player',
    input: page,
    status: 200,
    response: { kind: 'list', name: 'ArtItem' },
  },
  {
    method: 'POST',
    path: '/api/profile/art',
    summary: 'Adds a work at the start of the gallery; for verified players',
    operation: 'add-art',
    access: 'player',
    input: BODY,
    status: 201,
    response: { kind: 'item', name: 'ArtItem' },
  },
  {
    method: 'DELETE',
    path: '/api/profile/art/{id}',
    summary: 'Removes a work from the gallery',
    operation: 'remove-art',
    access: 'player',
    status: 204,
    response: { kind: 'nothing' },
  },
  {
    method: 'PUT',
    path: '/api/profile/art/order',
    summary: 'Sorts the works of the gallery',
    operation: 'order-art',
    access: 'player',
    input: BODY,
    status: 204,
    response: { kind: 'nothing' },
  },
  {
    method: 'GET',
    path: '/api/players/{id}/art',
    summary: "A player's gallery, in the player's own order",
    operation: 'player-art',
    access: 'anyone',
    input: page,
    status: 200,
    response: { kind: 'list', name: 'ArtItem' },
  },
  {
    method: 'POST',
    path: '/api/art/{id}/view',
    summary: 'Counts a view of a work, once a day for each viewer other than the owner',
    operation: 'view-art',
    access: 'anyone',
    status: 200,
    response: { kind: 'item', name: 'ArtViews' },
  },
];
