import { signUp } from './fields.js';
import type { Route } from './route.js';
import type { RouteInput } from './route-input.js';

/** The trial payload; `stripe-signup` takes the same one, under the names of an account's fields. */
const trial: RouteInput = signUp;
const trialSignUp: RouteInput = {
  from: 'body',
  fields: {
    ...signUp.fields,
    tagName: { to: 'username', description: 'The username; a free one is made of the first name where it is missing.' },
    state: { to: 'region' },
    experienceLevel: { to: 'experience' },
  },
};

/** The membership in Pro and its trial. */
export const membershipRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/api/get-or-create-subscription',
    summary: 'The payment of a membership that begins with it, the same again until it is paid; for verified players',
    operation: 'get-or-create-subscription',
    access: 'player',
    ignoresBody: true,
    status: 200,
    response: { kind: 'item', name: 'PaymentSetup' },
  },
  {
    method: 'POST',
    path: '/api/create-trial-subscription',
    summary: 'The card authorization ($0.00) of the free trial, the same again until it is confirmed',
    operation: 'create-trial-subscription',
    access: 'session',
    input: trial,
    status: 200,
    response: { kind: 'item', name: 'PaymentSetup' },
    sensitive: true,
  },
  {
    method: 'POST',
    path: '/api/stripe-signup',
    summary:
      "Creates the pending account of the trial's form with a session and sends a code by SMS; " +
      'sent before the card is confirmed',
    operation: 'trial-sign-up',
    access: 'anyone',
    input: trialSignUp,
    status: 201,
    response: { kind: 'item', name: 'SignUp' },
    sensitive: true,
  },
  {
    method: 'GET',
    path: '/api/membership',
    summary: "The signed-in player's membership: state, periods, and the card's last four digits",
    operation: 'membership',
    access: 'player',
    status: 200,
    response: { kind: 'item', name: 'Membership' },
  },
  {
    method: 'POST',
    path: '/api/membership/cancel',
    summary: 'Ends the membership with its period; again changes nothing',
    operation: 'cancel-membership',
    access: 'player',
    ignoresBody: true,
    status: 200,
    response: { kind: 'item', name: 'Membership' },
  },
  {
    method: 'POST',
    path: '/api/membership/resume',
    summary: 'Takes the cancellation back; for verified players',
    operation: 'resume-membership',
    access: 'player',
    ignoresBody: true,
    status: 200,
    response: { kind: 'item', name: 'Membership' },
  },
];
