import { around, page } from './fields.js';
import type { Route } from './route.js';

const NO_SUCH_MISSION = { code: 'NOT_FOUND', detail: 'There is no such mission.' };

/** Default radius in kilometres, as the product's screens use it. */
const RADIUS = 100;
/** A catalogue of the shipped size comes in one page. */
const MISSIONS_A_PAGE = 100;

/** Photo missions and taking part in them. */
export const missionRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/graffiti-missions',
    summary: 'Active missions, the featured ones first',
    operation: 'missions',
    access: 'anyone',
    input: { ...page, defaults: { limit: MISSIONS_A_PAGE } },
    status: 200,
    response: { kind: 'list', name: 'Mission' },
  },
  {
    method: 'GET',
    path: '/api/graffiti-missions/nearby',
    summary: 'Active missions around a place, nearest first; the radius is in kilometres',
    operation: 'missions-nearby',
    access: 'player',
    input: around(RADIUS),
    status: 200,
    response: { kind: 'list', name: 'NearbyMission' },
  },
  {
    method: 'GET',
    path: '/api/graffiti-missions/mine',
    summary: "The signed-in player's participations, newest first",
    operation: 'my-participations',
    access: 'player',
    input: page,
    status: 200,
    response: { kind: 'list', name: 'Participation' },
  },
  {
    method: 'GET',
    path: '/api/graffiti-missions/{id}',
    summary: "One mission with the caller's participation",
    operation: 'mission',
    access: 'anyone',
    status: 200,
    response: { kind: 'item', name: 'MissionWithParticipation', whenNull: NO_SUCH_MISSION },
  },
  {
    method: 'POST',
    path: '/api/graffiti-missions/{id}/start',
    summary: 'Takes part in a mission; again changes nothing; for verified players',
    operation: 'start-mission',
    access: 'player',
    status: 200,
    response: { kind: 'item', name: 'StartedMission' },
  },
  {
    method: 'POST',
    path: '/api/graffiti-missions/{id}/leave',
    summary: "Ends the player's part in a mission",
    operation: 'leave-mission',
    access: 'player',
    status: 204,
    response: { kind: 'nothing' },
  },
];
