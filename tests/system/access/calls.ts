import { createECDH, randomUUID } from 'node:crypto';
import { newPhone } from '../phones.js';
import type { Player } from '../player.js';
import type { CallerKind } from './expected.js';
import type { Operation } from './interfaces.js';
import type { World } from './world.js';

/** For callers who get no code. */
const WRONG_CODE = '000000';
const PLACE = { latitude: 45.5, longitude: -73.6 };
const WALLET = '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B';
const SIGNED = { message: 'example', signature: `0x${'1b'.repeat(65)}` };
const TUS = { 'tus-resumable': '1.0.0' };
const EVENT = {
  ...{
    title: 'Jam',
    description: 'Paint.',
    placeName: 'A lane',
    ...PLACE,
    timeZone: 'America/Toronto',
    rewardTokens: 50,
  },
  ...{
    startsAt: new Date(Date.now() + 3_600_000).toISOString(),
    endsAt: new Date(Date.now() + 7_200_000).toISOString(),
  },
};
/** Of a product that there is not. */
const CHECKOUT = {
  email: 'zoe@example.org',
  address: { name: 'Zoe', line1: '1 Wall St', city: 'Melbourne', region: 'VIC', postalCode: '3000', country: 'AU' },
  lines: [{ productId: randomUUID(), quantity: 1 }],
};
const PALETTE = { name: 'Dusk', colors: ['SH-101'] };
const P256_POINT = createECDH('prime256v1').generateKeys('base64url');
const POST = { title: 'Which caps?', content: 'Fat or thin' };
const VISIBILITY = { bio: true };
/** Of a work that no one owns: one's own cannot be reported. */
const newReport = () => ({ subject: { kind: 'work', id: randomUUID() }, reason: 'spam' });
const TAKEDOWN = (id: string) => ({ subject: { kind: 'work', id }, contact: 'artist@example.org', note: 'Mine.' });

const newEmail = () => `${randomUUID()}@example.org`;
/** One that no work before it has, which would make it the same work. */
const newTitle = () => `Crocodile ${randomUUID().slice(0, 8)}`;
const newForm = () => {
  const name = `p${randomUUID().replaceAll('-', '').slice(0, 16)}`;
  return {
    firstName: 'Zoe',
    lastName: 'Z',
    email: `${name}@example.org`,
    phone: newPhone(),
    city: 'Montréal',
    country: 'Canada',
    username: name,
    dateOfBirth: '1990-02-03',
  };
};
const trialForm = () => {
  const { country: _, username: tagName, dateOfBirth: __, ...form } = newForm();
  return { ...form, state: 'Québec', tagName };
};
const trialSignUpForm = () => {
  const { state: region, tagName: username, ...form } = trialForm();
  return { ...form, region, username };
};
const profile = ({ username }: Player) => ({ username: username || 'someone', dateOfBirth: '1990-02-03' });

/** The code that the caller was sent at sign-up, while it still waits for it. */
const signUpCode = async (kind: CallerKind, caller: Player) =>
  kind === 'pending' ? caller.newestCode(caller.phone) : WRONG_CODE;

async function erasureCode(caller: Player): Promise<string> {
  const { ok } = await caller.send('POST', '/api/profile/deletion/code');
  return ok ? caller.newestCode(caller.phone) : WRONG_CODE;
}

async function contactChange(caller: Player) {
  const contact = newEmail();
  const { ok } = await caller.send('POST', '/api/profile/contacts', { contact });
  return { contact, code: ok ? await caller.newestCode(contact) : WRONG_CODE };
}

async function signIn({ another }: World, caller: Player, kind: CallerKind) {
  const contact = caller.phone || another.phone;
  if (kind.startsWith('partner')) return { contact, code: WRONG_CODE };
  await caller.send('POST', '/api/login/code', { contact });
  return { contact, code: await caller.newestCode(contact) };
}

type Variables = (
  world: World,
  caller: Player,
  kind: CallerKind,
) => Record<string, unknown> | Promise<Record<string, unknown>>;

/** Valid input for the operations that take any; objects with an owner are the player's. */
export const variables: Record<string, Variables> = {
  'Query.discovery': ({ its }) => ({ id: its.discoveryId }),
  'Query.discoveriesNearby': () => ({ ...PLACE, first: 5 }),
  'Query.artists': () => ({ first: 5 }),
  'Query.artist': () => ({ slug: 'adnate' }),
  'Query.colors': () => ({ first: 5 }),
  'Query.changes': () => ({ first: 5 }),
  'Query.legalWallsNearby': () => ({ ...PLACE, first: 5 }),
  'Query.wallDirectory': () => ({ first: 5 }),
  'Query.palettes': () => ({ first: 5 }),
  'Query.clientWorks': () => ({ clientId: randomUUID() }),
  'Query.webhookDeliveries': () => ({ endpointId: randomUUID(), first: 5 }),
  'Mutation.createWebhookEndpoint': () => ({
    input: { clientId: randomUUID(), url: 'https://partner.example/', kinds: ['work.created'] },
  }),
  'Mutation.updateWebhookEndpoint': () => ({
    id: randomUUID(),
    input: { url: 'https://partner.example/', kinds: ['work.created'] },
  }),
  'Mutation.redeliverWebhook': () => ({ id: randomUUID(), deliveryId: '1' }),
  'Mutation.replayWebhook': () => ({ id: randomUUID(), since: new Date().toISOString() }),
  ...Object.fromEntries(
    ['rotateWebhookSecret', 'deleteWebhookEndpoint', 'resumeWebhookEndpoint', 'testWebhook'].map((name) => [
      `Mutation.${name}`,
      () => ({ id: randomUUID() }),
    ]),
  ),
  ...Object.fromEntries(
    ['saveWall', 'unsaveWall', 'deletePalette'].map((name) => [`Mutation.${name}`, () => ({ id: randomUUID() })]),
  ),
  'Mutation.addPalette': () => ({ input: PALETTE }),
  'Mutation.changePalette': () => ({ id: randomUUID(), input: PALETTE }),
  'Query.products': () => ({ first: 5 }),
  'Query.product': () => ({ slug: 'stencil-tee' }),
  'Mutation.checkout': () => ({ input: CHECKOUT }),
  ...Object.fromEntries(
    ['Query.order', 'Query.orderPayment', 'Mutation.settleOrder', 'Mutation.cancelOrder'].map((name) => [
      name,
      () => ({ id: randomUUID() }),
    ]),
  ),
  'Query.orders': () => ({ first: 5 }),
  'Query.shopOrders': () => ({ first: 5 }),
  'Mutation.markShipped': () => ({ id: randomUUID(), carrier: 'Post', number: 'P-1' }),
  'Mutation.refundOrder': () => ({ id: randomUUID(), key: randomUUID() }),
  'Query.quote': () => ({ lines: [] }),
  'Mutation.setCart': () => ({ lines: [] }),
  'Mutation.mergeCart': () => ({ lines: [], key: randomUUID() }),
  'Query.invoices': () => ({ first: 5 }),
  'Mutation.createTrialSubscription': () => ({ input: trialForm() }),
  'Mutation.trialSignUp': () => ({ input: trialSignUpForm() }),
  'Query.missions': () => ({ first: 5 }),
  'Query.missionsNearby': () => ({ ...PLACE, first: 5 }),
  'Query.missionPlayers': ({ its }) => ({ missionId: its.missionId, first: 5 }),
  'Query.mission': ({ its }) => ({ id: its.missionId }),
  'Query.myParticipations': () => ({ first: 5 }),
  'Mutation.startMission': ({ its }) => ({ id: its.missionId }),
  'Mutation.leaveMission': ({ its }) => ({ id: its.missionId }),
  'Query.liveEvents': () => ({ first: 5 }),
  'Query.pastLiveEvents': () => ({ first: 5 }),
  'Query.liveEvent': ({ its }) => ({ id: its.liveEventId }),
  'Query.myLiveEvents': () => ({ first: 5 }),
  'Mutation.createLiveEvent': () => ({ key: randomUUID(), input: EVENT }),
  'Mutation.changeLiveEvent': ({ its }) => ({ id: its.liveEventId, input: { title: 'Jam' } }),
  'Mutation.cancelLiveEvent': ({ its }) => ({ id: its.cancelledEventId }),
  'Mutation.joinLiveEvent': ({ its }) => ({ id: its.liveEventId }),
  'Mutation.leaveLiveEvent': ({ its }) => ({ id: its.liveEventId }),
  'Query.threads': () => ({ first: 5 }),
  'Query.thread': ({ its }) => ({ id: its.threads.kept }),
  'Query.myPlayerFilters': () => ({ first: 5 }),
  'Mutation.createThread': () => ({ input: POST }),
  'Mutation.replyToThread': ({ its }) => ({ id: its.threads.kept, content: 'Fat' }),
  'Mutation.editPost': ({ its }) => ({ id: its.threads.kept, input: POST }),
  'Mutation.deletePost': ({ its }) => ({ id: its.threads.forGraphql }),
  'Mutation.likePost': ({ its }) => ({ id: its.threads.kept }),
  'Mutation.unlikePost': ({ its }) => ({ id: its.threads.kept }),
  'Mutation.hidePost': ({ its }) => ({ id: its.threads.kept }),
  'Mutation.showPost': ({ its }) => ({ id: its.threads.kept }),
  'Mutation.filterPlayer': ({ another }) => ({ playerId: another.accountId, kind: null }),
  'Query.notifications': () => ({ first: 5 }),
  'Mutation.markNotificationsRead': () => ({ ids: [] }),
  'Mutation.setNotificationSettings': () => ({ input: { off: ['award'] } }),
  // No known push service: messages of the tests go to none.
  'Mutation.addPushSubscription': () => ({
    input: { endpoint: 'https://push.example/a', p256dh: P256_POINT, auth: 'A'.repeat(22) },
  }),
  'Mutation.removePushSubscription': () => ({ endpoint: 'https://push.example/a' }),
  'Mutation.stopDigest': () => ({ token: 'of nobody' }),
  'Query.mapTile': () => ({ z: 0, x: 0, y: 0 }),
  'Query.myDiscoveries': () => ({ first: 5 }),
  'Query.player': ({ player }) => ({ username: player.username }),
  'Query.usernameSuggestions': () => ({ like: 'crocodile' }),
  'Query.picture': ({ its }) => ({ id: its.pictureId }),
  'Query.myArt': () => ({ first: 5 }),
  'Query.playerArt': ({ player }) => ({ playerId: player.accountId, first: 5 }),
  'Mutation.createDiscovery': () => ({ input: { ...PLACE, title: newTitle() } }),
  'Mutation.likeDiscovery': ({ its }) => ({ id: its.discoveryId }),
  'Mutation.unlikeDiscovery': ({ its }) => ({ id: its.discoveryId }),
  'Mutation.requestUpload': () => ({ purpose: 'discovery' }),
  'Mutation.addArt': ({ its }) => ({ input: { imageUrl: its.imageUrl, title: 'Crocodile' } }),
  'Mutation.removeArt': ({ its }) => ({ id: its.art.forGraphql }),
  'Mutation.orderArt': ({ its }) => ({ ids: [its.art.kept] }),
  'Mutation.viewArt': ({ its }) => ({ id: its.art.kept }),
  'Mutation.report': () => ({ input: newReport() }),
  'Mutation.requestTakedown': ({ its }) => ({ input: TAKEDOWN(its.discoveryId) }),
  'Query.myNotices': () => ({ first: 5 }),
  'Query.myNotice': ({ its }) => ({ id: its.notice }),
  'Query.myReports': () => ({ first: 5 }),
  'Query.myReport': ({ its }) => ({ id: its.report }),
  'Query.moderationQueue': () => ({ first: 5 }),
  'Query.moderationAppeals': () => ({ first: 5 }),
  'Query.moderationCase': ({ its }) => ({ id: its.notice }),
  'Query.moderationLog': () => ({ first: 5 }),
  'Mutation.claimCase': ({ its }) => ({ id: its.openCase }),
  'Mutation.decideCase': ({ its }) => ({ input: { id: its.notice, version: 1, outcome: 'dismiss', reason: 'Fine.' } }),
  'Mutation.appealDecision': ({ its }) => ({ input: { id: its.notice, text: 'It is art.' } }),
  'Mutation.decideAppeal': ({ its }) => ({ input: { id: its.openCase, overturned: true, reason: 'Fine.' } }),
  'Query.partnerRequests': () => ({ first: 5 }),
  'Mutation.requestPartnerClient': () => ({ input: { name: newTitle(), purpose: 'A map.', scopes: ['walls:read'] } }),
  'Mutation.decidePartnerRequest': ({ its }) => ({ input: { id: its.notice, isApproved: false, reason: 'Say more.' } }),
  'Mutation.createPartnerSecret': ({ its }) => ({ id: its.notice, overlapHours: 24 }),
  'Mutation.revokePartnerClient': ({ its }) => ({ id: its.notice }),
  'Query.appAuthorization': () => ({ interaction: 'x'.repeat(43) }),
  'Mutation.decideAppAuthorization': () => ({ interaction: 'x'.repeat(43), isAllowed: true }),
  'Mutation.revokeApp': () => ({ id: randomUUID() }),
  'Mutation.signUp': () => ({ input: newForm() }),
  'Mutation.verifyContact': async (_, caller, kind) => ({ code: await signUpCode(kind, caller) }),
  'Mutation.requestSignInCode': () => ({ contact: newEmail() }),
  'Mutation.signIn': signIn,
  'Mutation.completeProfile': (_, caller) => ({ input: profile(caller) }),
  'Mutation.setProfilePicture': ({ its }) => ({ imageUrl: its.imageUrl }),
  'Mutation.setPinPreferences': () => ({ input: { tags: '✏️' } }),
  'Mutation.setVisibility': () => ({ input: VISIBILITY }),
  'Mutation.setLanguage': () => ({ language: 'en' }),
  'Mutation.requestContactChange': () => ({ contact: newEmail() }),
  'Mutation.changeContact': (_, caller) => contactChange(caller),
  'Mutation.challengeWallet': () => ({ address: WALLET, chainId: 1 }),
  'Mutation.linkWallet': () => SIGNED,
  'Mutation.eraseAccount': async (_, caller) => ({ code: await erasureCode(caller) }),
  'Mutation.completeTutorialStep': () => ({ step: 1 }),
  'Mutation.addPasskey': () => ({ response: {} }),
  'Mutation.renamePasskey': ({ its }) => ({ id: its.passkeys.kept, name: 'My phone' }),
  'Mutation.removePasskey': ({ its }) => ({ id: its.passkeys.forGraphql }),
  'Mutation.signInByPasskey': () => ({ response: {} }),
  'Mutation.signInByIdToken': () => ({ idToken: 'x', nonce: 'x' }),
};

interface Request {
  path?: string;
  body?: unknown;
  /** Bytes instead of JSON. */
  type?: string;
  headers?: Record<string, string>;
}

/** What fields below the root have to be given. */
export const fieldArguments: Record<string, string> = {
  'Artist.works': '(first: 5)',
  'ForumPost.replies': '(first: 5)',
  'Player.art': '(first: 5)',
  'Player.works': '(first: 5)',
};

/** The same for calls over REST: the path where it has parameters, and the body. */
export const requests: Record<string, (world: World, caller: Player, kind: CallerKind) => Request | Promise<Request>> =
  {
    'POST /api/reports': () => ({ body: newReport() }),
    'POST /api/takedowns': ({ its }) => ({ body: TAKEDOWN(its.discoveryId) }),
    'POST /api/sms-signup': () => ({ body: newForm() }),
    'POST /api/create-trial-subscription': () => ({ body: trialForm() }),
    'POST /api/stripe-signup': () => ({ body: trialForm() }),
    'POST /api/verify-contact': async (_, caller, kind) => ({ body: { code: await signUpCode(kind, caller) } }),
    'POST /api/login/code': () => ({ body: { contact: newEmail() } }),
    'POST /api/login/verify': async (...given) => ({ body: await signIn(...given) }),
    'POST /api/complete-profile': (_, caller) => ({ body: profile(caller) }),
    'POST /api/tutorial/steps/{step}': () => ({ path: '/api/tutorial/steps/1' }),
    'GET /api/discoveries/nearby': () => ({ path: '/api/discoveries/nearby?latitude=45.5&longitude=-73.6' }),
    'POST /api/discoveries': () => ({ body: { ...PLACE, title: newTitle() } }),
    'GET /api/discoveries/{id}': ({ its }) => ({ path: `/api/discoveries/${its.discoveryId}` }),
    'POST /api/discoveries/{id}/like': ({ its }) => ({ path: `/api/discoveries/${its.discoveryId}/like` }),
    'DELETE /api/discoveries/{id}/like': ({ its }) => ({ path: `/api/discoveries/${its.discoveryId}/like` }),
    'GET /api/legal-walls/nearby': () => ({ path: '/api/legal-walls/nearby?latitude=45.5&longitude=-73.6' }),
    'GET /api/products/{slug}': () => ({ path: '/api/products/stencil-tee' }),
    'POST /api/checkout': () => ({ path: '/api/checkout', body: CHECKOUT }),
    'GET /api/orders/{id}': () => ({ path: `/api/orders/${randomUUID()}` }),
    'POST /api/orders/{id}/cancel': () => ({ path: `/api/orders/${randomUUID()}/cancel`, body: {} }),
    'PUT /api/cart': () => ({ path: '/api/cart', body: { lines: [] } }),
    'GET /api/graffiti-missions/nearby': () => ({
      path: '/api/graffiti-missions/nearby?latitude=45.5&longitude=-73.6',
    }),
    'GET /api/graffiti-missions/{id}': ({ its }) => ({ path: `/api/graffiti-missions/${its.missionId}` }),
    'POST /api/graffiti-missions/{id}/start': ({ its }) => ({ path: `/api/graffiti-missions/${its.missionId}/start` }),
    'POST /api/graffiti-missions/{id}/leave': ({ its }) => ({ path: `/api/graffiti-missions/${its.missionId}/leave` }),
    'GET /api/community/events/{id}': ({ its }) => ({ path: `/api/community/events/${its.liveEventId}` }),
    'POST /api/community/events/{id}/join': ({ its }) => ({ path: `/api/community/events/${its.liveEventId}/join` }),
    'POST /api/community/events/{id}/leave': ({ its }) => ({ path: `/api/community/events/${its.liveEventId}/leave` }),
    'POST /api/community/forum': () => ({ body: POST }),
    'GET /api/community/forum/{id}': ({ its }) => ({ path: `/api/community/forum/${its.threads.kept}` }),
    'POST /api/community/forum/{id}/replies': ({ its }) => ({
      path: `/api/community/forum/${its.threads.kept}/replies`,
      body: { content: 'Fat' },
    }),
    'POST /api/community/forum/{id}/like': ({ its }) => ({ path: `/api/community/forum/${its.threads.kept}/like` }),
    'DELETE /api/community/forum/{id}/like': ({ its }) => ({ path: `/api/community/forum/${its.threads.kept}/like` }),
    'GET /api/artists/{slug}': () => ({ path: '/api/artists/adnate' }),
    'POST /api/notifications/read': () => ({ body: { ids: [] } }),
    'POST /api/unsubscribe/{token}': () => ({ path: '/api/unsubscribe/of-nobody' }),
    'PUT /api/profile/picture': ({ its }) => ({ body: { imageUrl: its.imageUrl } }),
    'PUT /api/profile/pin-preferences': () => ({ body: { tags: '✏️' } }),
    'PUT /api/profile/visibility': () => ({ body: VISIBILITY }),
    'GET /api/players/{username}': ({ player }) => ({ path: `/api/players/${player.username}` }),
    'GET /api/players/{id}/art': ({ player }) => ({ path: `/api/players/${player.accountId}/art` }),
    'POST /api/profile/art': ({ its }) => ({ body: { imageUrl: its.imageUrl, title: 'Crocodile' } }),
    'DELETE /api/profile/art/{id}': ({ its }) => ({ path: `/api/profile/art/${its.art.forRest}` }),
    'PUT /api/profile/art/order': ({ its }) => ({ body: { ids: [its.art.kept] } }),
    'POST /api/art/{id}/view': ({ its }) => ({ path: `/api/art/${its.art.kept}/view` }),
    'POST /api/login/passkey': () => ({ body: { response: {} } }),
    'POST /api/profile/passkeys': () => ({ body: { response: {} } }),
    'PUT /api/profile/passkeys/{id}': ({ its }) => ({
      path: `/api/profile/passkeys/${its.passkeys.kept}`,
      body: { name: 'My phone' },
    }),
    'DELETE /api/profile/passkeys/{id}': ({ its }) => ({ path: `/api/profile/passkeys/${its.passkeys.forRest}` }),
    'POST /api/profile/contacts': () => ({ body: { contact: newEmail() } }),
    'POST /api/profile/contacts/verify': async (_, caller) => ({ body: await contactChange(caller) }),
    'POST /api/profile/wallet/challenge': () => ({ body: { address: WALLET, chainId: 1 } }),
    'PUT /api/profile/wallet': () => ({ body: SIGNED }),
    'POST /api/profile/deletion': async (_, caller) => ({ body: { code: await erasureCode(caller) } }),
    'DELETE /api/profile/sessions/{id}': ({ its }) => ({ path: `/api/profile/sessions/${its.otherSession}` }),
    'GET /api/partner-clients/{id}/usage': () => ({ path: `/api/partner-clients/${randomUUID()}/usage` }),
    'GET /api/partner-clients/{id}/documents': () => ({ path: `/api/partner-clients/${randomUUID()}/documents` }),
    'DELETE /api/partner-clients/{id}/documents/{documentId}': () => ({
      path: `/api/partner-clients/${randomUUID()}/documents/sha256:0`,
    }),
    'GET /api/map/works/{z}/{x}/{y}.mvt': () => ({ path: '/api/map/works/0/0/0.mvt' }),
    'GET /api/open-data/{file}': () => ({ path: '/api/open-data/no-such-file.gz' }),
    'POST /api/partner/documents': () => ({ body: { query: '{ colors(first: 1) { nodes { name } } }' } }),
    'DELETE /api/partner/documents/{documentId}': () => ({ path: '/api/partner/documents/sha256:0' }),
    'POST /api/page-reports': () => ({ body: { screen: 'home', device: 'desk', vitals: [], errors: [] } }),
    'POST /api/webhooks/stripe': () => ({
      path: '/api/webhooks/stripe',
      body: '{}',
      type: 'application/json',
      headers: { 'stripe-signature': 't=1,v1=guessed' },
    }),
    'PUT /api/uploads/{id}': ({ its }) => ({
      path: `/api/uploads/${its.pictureId}?token=guessed`,
      body: 'x',
      type: 'image/png',
    }),
    'POST /api/uploads/{id}': ({ its }) => ({
      path: `/api/uploads/${its.pictureId}?token=guessed`,
      headers: { ...TUS, 'upload-length': '1' },
    }),
    'HEAD /api/uploads/{id}': ({ its }) => ({ path: `/api/uploads/${its.pictureId}?token=guessed`, headers: TUS }),
    'PATCH /api/uploads/{id}': ({ its }) => ({
      path: `/api/uploads/${its.pictureId}?token=guessed`,
      body: 'x',
      type: 'application/offset+octet-stream',
      headers: { ...TUS, 'upload-offset': '0' },
    }),
    'DELETE /api/uploads/{id}': ({ its }) => ({ path: `/api/uploads/${its.pictureId}?token=guessed`, headers: TUS }),
    'GET /objects/{id}': ({ its }) => ({ path: its.imageUrl }),
    'GET /d/{id}': ({ its }) => ({ path: `/d/${its.discoveryId}` }),
    'POST /oidc/token/revocation': () => ({ body: 'token=guessed', type: 'application/x-www-form-urlencoded' }),
    'POST /oidc/token': () => ({ body: 'grant_type=client_credentials', type: 'application/x-www-form-urlencoded' }),
    'GET /api/usernames/suggestions': () => ({ path: '/api/usernames/suggestions?like=crocodile' }),
    'POST /graphql': () => ({ body: { query: '{ __schema { queryType { name } } }' } }),
  };

/** Routes that openapi.json leaves out. */
export const besideTheTable = [
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

/** These may end or replace the caller's session, so each gets its own caller. */
export const spendsSession = (name: string): boolean => SPENDING.has(name);

const SPENDING = new Set([
  ...[
    'Mutation.signUp',
    'Mutation.trialSignUp',
    'Mutation.verifyContact',
    'Mutation.signIn',
    'Mutation.changeContact',
    'Mutation.eraseAccount',
  ],
  ...[
    'POST /api/sms-signup',
    'POST /api/stripe-signup',
    'POST /api/verify-contact',
    'POST /api/login/verify',
    'POST /api/profile/contacts/verify',
    'POST /api/profile/deletion',
    'GET /api/logout',
  ],
]);

/** The whole call of an operation; `selection` is what of its result is selected. */
export function documentOf(
  { name, kind, field, arguments: given, returnsObject }: Operation,
  values: Record<string, unknown>,
  selection = returnsObject ? '{ __typename }' : '',
): string {
  const used = Object.keys(values);
  const unknown = used.filter((argument) => !(argument in given));
  const missing = Object.entries(given).filter(([argument, type]) => type.endsWith('!') && !used.includes(argument));
  if (unknown.length > 0 || missing.length > 0)
    throw new Error(
      `Give ${name} its input in tests/system/access/calls.ts: ${[...missing.map(([argument]) => argument), ...unknown].join(', ')}`,
    );
  const declared = used.map((argument) => `$${argument}: ${given[argument]}`).join(', ');
  const passed = used.map((argument) => `${argument}: $${argument}`).join(', ');
  return `${kind}${declared && ` (${declared})`} { it: ${field}${passed && `(${passed})`} ${selection} }`;
}
