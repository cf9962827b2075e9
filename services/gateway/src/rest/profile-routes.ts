import { BODY } from './fields.js';
import type { Route } from './route.js';

const NO_SUCH_PLAYER = { code: 'NOT_FOUND', detail: 'There is no such player.' };

/** The signed-in player's profile, and players' public profiles. */
export const profileRoutes: readonly Route[] = [
  {
    method: 'PUT',
    path: '/api/profile/picture',
    summary: "Changes the signed-in player's picture; also for pending players",
    operation: 'set-profile-picture',
    access: 'player',
    input: BODY,
    status: 200,
    response: { kind: 'item', name: 'ProfilePicture' },
  },
  {
    method: 'PUT',
    path: '/api/profile/pin-preferences',
    summary:
      "Changes the pins of the signed-in player's finds; categories left out stay as they are; " +
      'also for pending players',
    operation: 'set-pin-preferences',
    access: 'player',
    input: BODY,
    status: 200,
    response: { kind: 'item', name: 'PinPreferences' },
  },
  {
    method: 'PUT',
    path: '/api/profile/visibility',
    summary:
      'Shows parts of the profile to others, or hides them; what is left out stays as it is; also for pending players',
    operation: 'set-visibility',
    access: 'player',
    input: BODY,
    status: 200,
    response: { kind: 'item', name: 'ProfileVisibility' },
  },
  {
    method: 'GET',
    path: '/api/profile/achievements',
    summary: 'All achievements, with the progress of the signed-in player',
    operation: 'achievements',
    access: 'player',
    status: 200,
    response: { kind: 'item', name: 'Achievements' },
  },
  {
    method: 'GET',
    path: '/api/usernames/suggestions',
    summary: 'Three to five similar usernames that are free at the moment',
    operation: 'username-suggestions',
    access: 'anyone',
    input: { from: 'query' },
    status: 200,
    response: { kind: 'item', name: 'UsernameSuggestions' },
  },
  {
    method: 'GET',
    path: '/api/players/{username}',
    summary: 'What everyone may see of a verified player, by username in any case; what the player hides is null',
    operation: 'player',
    access: 'anyone',
    status: 200,
    response: { kind: 'item', name: 'Player', whenNull: NO_SUCH_PLAYER },
  },
];
