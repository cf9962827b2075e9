import { page } from './fields.js';
import type { Route } from './route.js';

/** Artists or colours a page: more than are shipped. */
const ALL = 200;

/** Featured artists with the works credited to them, and the colour chart. */
export const artistRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/artists',
    summary: 'Featured artists by name; `search` is found in name, other names and city',
    operation: 'artists',
    access: 'anyone',
    input: { ...page, defaults: { limit: ALL } },
    status: 200,
    response: { kind: 'list', name: 'Artist' },
  },
  {
    method: 'GET',
    path: '/api/artists/{slug}',
    summary: 'One artist, also one who is not featured, with the newest works credited to them',
    operation: 'artist',
    access: 'anyone',
    status: 200,
    response: {
      kind: 'item',
      name: 'ArtistWithWorks',
      whenNull: { code: 'NOT_FOUND', detail: 'There is no such artist.' },
    },
  },
  {
    method: 'GET',
    path: '/api/colors',
    summary: 'The colour chart; `search` is found in name, code, family and value',
    operation: 'colors',
    access: 'anyone',
    input: { ...page, defaults: { limit: ALL } },
    status: 200,
    response: { kind: 'list', name: 'Color' },
  },
];
