import type { CallerKind } from './expected-results.js';

/**
 * What a call returns to callers who may make it, where it is not `ok`: one result for all, or one for each kind.
 * Callers with roles and suspended ones get what another player gets.
 */
export type Outcome = string | Partial<Record<CallerKind, string>>;

interface Reason {
  reason: string;
  outcome: Outcome;
  of: readonly string[];
}

/** The calls whose result depends on more than who may make them. A call over REST has the outcome of its operation. */
export const OUTCOMES: readonly Reason[] = [
  {
    reason: 'Only Pro members may, and none of the callers is one.',
    outcome: 'PRO_REQUIRED',
    of: [
      'Query.wallDirectory',
      'Query.wallCountries',
      'Mutation.saveWall',
      'Mutation.addPalette',
      'Mutation.changePalette',
    ],
  },
  {
    reason: 'The call names an object that does not exist.',
    outcome: 'NOT_FOUND',
    of: [
      'Query.clientWorks',
      'Query.orderPayment',
      'Query.webhookDeliveries',
      'Mutation.cancelMembership',
      'Mutation.cancelOrder',
      'Mutation.changeCard',
      'Mutation.createPartnerSecret',
      'Mutation.createWebhookEndpoint',
      'Mutation.decideAppeal',
      'Mutation.decidePartnerRequest',
      'Mutation.markShipped',
      'Mutation.redeliverWebhook',
      'Mutation.refundOrder',
      'Mutation.replayWebhook',
      'Mutation.resumeMembership',
      'Mutation.resumeWebhookEndpoint',
      'Mutation.revokeApp',
      'Mutation.revokePartnerClient',
      'Mutation.rotateWebhookSecret',
      'Mutation.settleOrder',
      'Mutation.stopDigest',
      'Mutation.testWebhook',
      'Mutation.updateWebhookEndpoint',
      'GET /api/partner-clients/{id}/usage',
      'GET /api/partner-clients/{id}/documents',
      'DELETE /api/partner-clients/{id}/documents/{documentId}',
      'GET /api/open-data/{file}',
      'DELETE /api/partner/documents/{documentId}',
      'GET /api/no-such-call',
    ],
  },
  {
    reason: 'The call names an object that does not exist; the result is then empty.',
    outcome: 'null',
    of: ['Query.appAuthorization', 'Query.order', 'Mutation.unsaveWall'],
  },
  {
    reason: 'The object belongs to the player.',
    outcome: { pending: 'NOT_FOUND', another: 'NOT_FOUND' },
    of: [
      'Mutation.appealDecision',
      'Mutation.deletePost',
      'Mutation.editPost',
      'Mutation.removeArt',
      'Mutation.removePasskey',
      'Mutation.renamePasskey',
      'DELETE /api/profile/sessions/{id}',
    ],
  },
  {
    reason: 'The object belongs to the player; for others the result is empty.',
    outcome: { pending: 'null', another: 'null' },
    of: ['Query.myNotice', 'Query.myReport'],
  },
  {
    reason: 'The picture belongs to the player; it is not valid input of others.',
    outcome: { pending: 'VALIDATION_FAILED', another: 'VALIDATION_FAILED' },
    of: ['Mutation.addArt', 'Mutation.orderArt', 'Mutation.setProfilePicture'],
  },
  { reason: 'A guest has no account.', outcome: { guest: 'null' }, of: ['Query.me'] },
  {
    reason: 'Only a pending player has been sent a code.',
    outcome: { player: 'CODE_INVALID', another: 'CODE_INVALID' },
    of: ['Mutation.verifyContact'],
  },
  {
    reason: 'A pending player confirms the first contact before another one.',
    outcome: { pending: 'CONTACT_NOT_VERIFIED' },
    of: ['Mutation.changeContact', 'Mutation.requestContactChange'],
  },
  { reason: 'A sign-in has no further step.', outcome: 'null', of: ['Mutation.signIn'] },
  {
    reason: 'A cart with a product that does not exist is not sold; a pending player confirms the contact first.',
    outcome: {
      guest: 'OUT_OF_STOCK',
      pending: 'CONTACT_NOT_VERIFIED',
      player: 'OUT_OF_STOCK',
      another: 'OUT_OF_STOCK',
    },
    of: ['Mutation.checkout'],
  },
  {
    reason: 'The signature is wrong.',
    outcome: 'CHALLENGE_INVALID',
    of: ['Mutation.linkWallet'],
  },
  {
    reason: 'The passkey’s response, or the push service’s address, is not a valid one.',
    outcome: 'VALIDATION_FAILED',
    of: ['Mutation.addPasskey', 'Mutation.addPushSubscription', 'Mutation.signInByPasskey'],
  },
  {
    reason: 'No sign-in of a partner’s program is under way.',
    outcome: 'SIGN_IN_EXPIRED',
    of: ['Mutation.decideAppAuthorization'],
  },
  {
    reason: 'The case is decided already.',
    outcome: 'CONFLICT',
    of: ['Mutation.decideCase'],
  },
  { reason: 'The event has no valid signature of Stripe.', outcome: 'MALFORMED', of: ['POST /api/webhooks/stripe'] },
  {
    reason: 'Whoever has the upload’s own token may upload, and nobody has it.',
    outcome: 'FORBIDDEN',
    of: ['PUT', 'POST', 'PATCH', 'DELETE'].map((method) => `${method} /api/uploads/{id}`),
  },
  { reason: 'The same, without a body.', outcome: '403', of: ['HEAD /api/uploads/{id}'] },
  { reason: 'A sign-in begins at the issuer.', outcome: 'to /oidc/auth', of: ['GET /api/login'] },
  { reason: 'No sign-in is under way.', outcome: 'to /sign-in', of: ['GET /api/login/callback'] },
  { reason: 'A sign-out ends on the first page.', outcome: 'to /', of: ['GET /api/logout'] },
  { reason: 'The call names no client.', outcome: '400', of: ['GET /oidc/auth'] },
  {
    reason: 'The call has no credentials of a client.',
    outcome: 'invalid_request',
    of: ['POST /oidc/token', 'POST /oidc/token/revocation'],
  },
];

/** Routes that openapi.json leaves out. */
export const OTHER_ROUTES = [
  'GET /objects/{id}',
  'GET /d/{id}',
  'GET /dev/inbox',
  'GET /dev/inbox.json',
  'GET /openapi.json',
  'GET /schema.graphql',
  'GET /api/changelog',
  'GET /api/docs',
  'GET /oidc/jwks',
  'GET /oidc/auth',
  'POST /oidc/token',
  'POST /oidc/token/revocation',
  'POST /graphql',
  'GET /api/no-such-call',
];
