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
    summary: 'Puts a work at the head of the gallery; needs a player whose contact is verified',
    operation: 'add-art',
    access: 'player',
    input: BODY,
    status: 201,
    response: { kind: 'item', name: 'ArtItem' },
  },
  {
    method: 'DELETE',
    path: '/api/profile/art/{id}',
    summary: 'Takes a work out of the gallery',
    operation: 'remove-art',
    access: 'player',
    status: 204,
    response: { kind: 'nothing' },
  },
  {
    method: 'PUT',
    path: '/api/profile/art/order',
    summary: 'Puts the works of the gallery in order',
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
    summary: "Counts a view of a work, once for each viewer and day and none of the owner's own",
    operation: 'view-art',
    access: 'anyone',
    status: 200,
    response: { kind: 'item', name: 'ArtViews' },
  },
];
