import { artistRoutes } from './artist-routes.js';
import { changeRoutes } from './change-routes.js';
import { contactRoutes } from './contact-routes.js';
import { around, BODY, completeProfile, page, signUp } from './fields.js';
import { deletionRoutes } from './deletion-routes.js';
import { eventRoutes } from './event-routes.js';
import { forumRoutes } from './forum-routes.js';
import { galleryRoutes } from './gallery-routes.js';
import { leaderboardRoutes } from './leaderboard-routes.js';
import { reportRoutes } from './report-routes.js';
import { membershipRoutes } from './membership-routes.js';
import { missionRoutes } from './mission-routes.js';
import { newDiscovery } from './new-discovery.js';
import { notificationRoutes } from './notification-routes.js';
import { passkeyRoutes } from './passkey-routes.js';
import { profileRoutes } from './profile-routes.js';
import type { Route } from './route.js';
import { storeRoutes } from './store-routes.js';
import { walletRoutes } from './wallet-routes.js';

const NO_SUCH_DISCOVERY = { code: 'NOT_FOUND', detail: 'There is no such discovery.' };
const NOT_SIGNED_IN = { code: 'UNAUTHENTICATED', detail: 'Unauthorized: no one is signed in.' };

/** Default radius in metres, as the product's screens use it. */
const DISCOVERIES_RADIUS = 5_000;
const WALLS_RADIUS = 50_000;

/** The whole REST facade. */
export const routes: readonly Route[] = [
  {
    method: 'POST',
    path: '/api/sms-signup',
    summary: 'Creates a pending account with a session and sends a code by SMS',
    operation: 'sign-up',
    access: 'anyone',
    input: signUp,
    status: 201,
    response: { kind: 'item', name: 'SignUp' },
    sensitive: true,
  },
  {
    method: 'POST',
    path: '/api/verify-contact',
    summary: 'Confirms the phone or e-mail with the code that was sent, and rotates the session',
    operation: 'verify-contact',
    access: 'player',
    input: BODY,
    status: 204,
    response: { kind: 'nothing' },
    sensitive: true,
  },
  {
    method: 'POST',
    path: '/api/verify-contact/resend',
    summary: 'Sends the code again; the response is always the same',
    operation: 'resend-contact-code',
    access: 'player',
    status: 202,
    response: { kind: 'nothing' },
    sensitive: true,
  },
  {
    method: 'POST',
    path: '/api/login/code',
    summary: 'Sends a sign-in code to the phone or e-mail of an account; the response is always the same',
    operation: 'request-sign-in-code',
    access: 'session',
    input: BODY,
    status: 202,
    response: { kind: 'nothing' },
    sensitive: true,
  },
  {
    method: 'POST',
    path: '/api/login/verify',
    summary: 'Signs in with a code, in the browser that asked for it',
    operation: 'sign-in',
    access: 'anyone',
    input: BODY,
    status: 200,
    response: { kind: 'item', name: 'ContinueSignIn', whenNull: 'nothing' },
    sensitive: true,
  },
  {
    method: 'GET',
    path: '/api/auth/user',
    summary: 'The signed-in player',
    operation: 'current-user',
    access: 'player',
    status: 200,
    response: { kind: 'item', name: 'User', whenNull: NOT_SIGNED_IN },
  },
  {
    method: 'POST',
    path: '/api/complete-profile',
    summary: "Completes the signed-in player's profile; also for pending players",
    operation: 'complete-profile',
    access: 'player',
    input: completeProfile,
    status: 200,
    response: { kind: 'item', name: 'Profile' },
  },
  {
    method: 'POST',
    path: '/api/tutorial/steps/{step}',
    summary: 'Credits a step of the tutorial, 1 to 8, once; also for pending players',
    operation: 'complete-tutorial-step',
    access: 'player',
    // Invalid steps are refused by the users service like step 0.
    paramsToVariables: ({ step = '' }) => ({ step: /^[1-9]$/.test(step) ? Number(step) : 0 }),
    status: 200,
    response: { kind: 'item', name: 'TutorialStep' },
  },
  {
    method: 'GET',
    path: '/api/discoveries/nearby',
    summary: 'Discoveries around a place, nearest first',
    operation: 'discoveries-nearby',
    access: 'anyone',
    input: around(DISCOVERIES_RADIUS),
    status: 200,
    response: { kind: 'list', name: 'NearbyDiscovery' },
    remembersViewport: true,
  },
  {
    method: 'GET',
    path: '/api/discoveries/user',
    summary: "The signed-in player's own discoveries, newest first",
    operation: 'discoveries-of-user',
    access: 'player',
    input: page,
    status: 200,
    response: { kind: 'list', name: 'Discovery' },
  },
  {
    method: 'POST',
    path: '/api/discoveries',
    summary: 'Documents a work; for verified players',
    operation: 'create-discovery',
    access: 'player',
    input: newDiscovery,
    status: 201,
    response: { kind: 'item', name: 'NewDiscovery' },
    serviceKeepsKey: true,
  },
  {
    method: 'GET',
    path: '/api/discoveries/{id}',
    summary: 'One discovery',
    operation: 'discovery',
    access: 'anyone',
    status: 200,
    response: { kind: 'item', name: 'Discovery', whenNull: NO_SUCH_DISCOVERY },
  },
  {
    method: 'POST',
    path: '/api/discoveries/{id}/like',
    summary: 'Likes a discovery, once for each player',
    operation: 'like-discovery',
    access: 'player',
    status: 200,
    response: { kind: 'item', name: 'Likes' },
  },
  {
    method: 'DELETE',
    path: '/api/discoveries/{id}/like',
    summary: "Removes the player's like",
    operation: 'unlike-discovery',
    access: 'player',
    status: 200,
    response: { kind: 'item', name: 'Likes' },
  },
  {
    method: 'GET',
    path: '/api/legal-walls/nearby',
    summary: 'Walls where painting is allowed around a place, nearest first',
    operation: 'legal-walls-nearby',
    access: 'anyone',
    input: around(WALLS_RADIUS),
    status: 200,
    response: { kind: 'list', name: 'LegalWall' },
  },
  {
    method: 'POST',
    path: '/api/objects/upload',
    summary: 'Requests an address to PUT one picture to',
    operation: 'request-upload',
    access: 'session',
    input: { from: 'query', defaults: { purpose: 'discovery' } },
    status: 200,
    response: { kind: 'item', name: 'UploadParameters' },
  },
  ...missionRoutes,
  ...membershipRoutes,
  ...reportRoutes,
  ...forumRoutes,
  ...eventRoutes,
  ...leaderboardRoutes,
  ...artistRoutes,
  ...changeRoutes,
  ...notificationRoutes,
  ...profileRoutes,
  ...galleryRoutes,
  ...passkeyRoutes,
  ...contactRoutes,
  ...walletRoutes,
  ...deletionRoutes,
  ...storeRoutes,
];
