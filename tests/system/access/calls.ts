import { createECDH, randomUUID } from 'node:crypto';
import { newPhone } from '../phones.js';
import type { Player } from '../player.js';
import type { CallerKind, Operation, RestCall } from '@sprayhunt/workspace';
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

/** What `first` and the id of an object that does not exist leave open; objects with an owner are the player's. */
const variables: Record<string, Variables> = {
  'Query.discovery': ({ its }) => ({ id: its.discoveryId }),
  'Query.discoveriesNearby': () => PLACE,
  'Query.artist': () => ({ slug: 'adnate' }),
  'Query.legalWallsNearby': () => PLACE,
  'Mutation.createWebhookEndpoint': () => ({
    input: { clientId: randomUUID(), url: 'https://partner.example/', kinds: ['work.created'] },
  }),
  'Mutation.updateWebhookEndpoint': () => ({
    input: { url: 'https://partner.example/', kinds: ['work.created'] },
  }),
  'Mutation.redeliverWebhook': () => ({ deliveryId: '1' }),
  'Mutation.replayWebhook': () => ({ since: new Date().toISOString() }),
  'Mutation.addPalette': () => ({ input: PALETTE }),
  'Mutation.changePalette': () => ({ input: PALETTE }),
  'Query.product': () => ({ slug: 'stencil-tee' }),
  'Mutation.checkout': () => ({ input: CHECKOUT }),
  'Mutation.markShipped': () => ({ carrier: 'Post', number: 'P-1' }),
  'Query.quote': () => ({ lines: [] }),
  'Mutation.setCart': () => ({ lines: [] }),
  'Mutation.mergeCart': () => ({ lines: [] }),
  'Mutation.createTrialSubscription': () => ({ input: trialForm() }),
  'Mutation.trialSignUp': () => ({ input: trialSignUpForm() }),
  'Query.missionsNearby': () => PLACE,
  'Query.missionPlayers': ({ its }) => ({ missionId: its.missionId }),
  'Query.mission': ({ its }) => ({ id: its.missionId }),
  'Mutation.startMission': ({ its }) => ({ id: its.missionId }),
  'Mutation.leaveMission': ({ its }) => ({ id: its.missionId }),
  'Query.liveEvent': ({ its }) => ({ id: its.liveEventId }),
  'Mutation.createLiveEvent': () => ({ input: EVENT }),
  'Mutation.changeLiveEvent': ({ its }) => ({ id: its.liveEventId, input: { title: 'Jam' } }),
  'Mutation.cancelLiveEvent': ({ its }) => ({ id: its.cancelledEventId }),
  'Mutation.joinLiveEvent': ({ its }) => ({ id: its.liveEventId }),
  'Mutation.leaveLiveEvent': ({ its }) => ({ id: its.liveEventId }),
  'Query.thread': ({ its }) => ({ id: its.threads.kept }),
  'Mutation.createThread': () => ({ input: POST }),
  'Mutation.replyToThread': ({ its }) => ({ id: its.threads.kept, content: 'Fat' }),
  'Mutation.editPost': ({ its }) => ({ id: its.threads.kept, input: POST }),
  'Mutation.deletePost': ({ its }) => ({ id: its.threads.forGraphql }),
  'Mutation.likePost': ({ its }) => ({ id: its.threads.kept }),
  'Mutation.unlikePost': ({ its }) => ({ id: its.threads.kept }),
  'Mutation.hidePost': ({ its }) => ({ id: its.threads.kept }),
  'Mutation.showPost': ({ its }) => ({ id: its.threads.kept }),
  'Mutation.filterPlayer': ({ another }) => ({ playerId: another.accountId, kind: null }),
  'Mutation.markNotificationsRead': () => ({ ids: [] }),
  'Mutation.setNotificationSettings': () => ({ input: { off: ['award'] } }),
  // No known push service: messages of the tests go to none.
  'Mutation.addPushSubscription': () => ({
    input: { endpoint: 'https://push.example/a', p256dh: P256_POINT, auth: 'A'.repeat(22) },
  }),
  'Mutation.removePushSubscription': () => ({ endpoint: 'https://push.example/a' }),
  'Mutation.stopDigest': () => ({ token: 'of nobody' }),
  'Query.mapTile': () => ({ z: 0, x: 0, y: 0 }),
  'Query.player': ({ player }) => ({ username: player.username }),
  'Query.usernameSuggestions': () => ({ like: 'crocodile' }),
  'Query.picture': ({ its }) => ({ id: its.pictureId }),
  'Query.playerArt': ({ player }) => ({ playerId: player.accountId }),
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
  'Query.myNotice': ({ its }) => ({ id: its.notice }),
  'Query.myReport': ({ its }) => ({ id: its.report }),
  'Query.moderationCase': ({ its }) => ({ id: its.notice }),
  'Mutation.claimCase': ({ its }) => ({ id: its.openCase }),
  'Mutation.decideCase': ({ its }) => ({ input: { id: its.notice, version: 1, outcome: 'dismiss', reason: 'Fine.' } }),
  'Mutation.appealDecision': ({ its }) => ({ input: { id: its.notice, text: 'It is art.' } }),
  'Mutation.decideAppeal': ({ its }) => ({ input: { id: its.openCase, overturned: true, reason: 'Fine.' } }),
  'Mutation.requestPartnerClient': () => ({ input: { name: newTitle(), purpose: 'A map.', scopes: ['walls:read'] } }),
  'Mutation.decidePartnerRequest': ({ its }) => ({ input: { id: its.notice, isApproved: false, reason: 'Say more.' } }),
  'Mutation.createPartnerSecret': ({ its }) => ({ id: its.notice, overlapHours: 24 }),
  'Mutation.revokePartnerClient': ({ its }) => ({ id: its.notice }),
  'Query.appAuthorization': () => ({ interaction: 'x'.repeat(43) }),
  'Mutation.decideAppAuthorization': () => ({ interaction: 'x'.repeat(43), isAllowed: true }),
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

/** Valid variables of an operation: its own, a short page, and ids of nothing. */
export async function variablesOf(
  { name, arguments: given }: Operation,
  world: World,
  caller: Player,
  kind: CallerKind,
): Promise<Record<string, unknown>> {
  const standard = Object.entries(given).flatMap(([argument, type]): [string, unknown][] => {
    if (argument === 'first') return [[argument, 5]];
    return type === 'ID!' ? [[argument, randomUUID()]] : [];
  });
  return { ...Object.fromEntries(standard), ...(await variables[name]?.(world, caller, kind)) };
}

interface Request {
  path?: string;
  body?: unknown;
  /** Bytes instead of JSON. */
  type?: string;
  headers?: Record<string, string>;
}

/** The requests over REST that do not follow from the variables of their operation. */
const requests: Record<string, (world: World, caller: Player, kind: CallerKind) => Request | Promise<Request>> = {
  'POST /api/create-trial-subscription': () => ({ body: trialForm() }),
  'POST /api/stripe-signup': () => ({ body: trialForm() }),
  'GET /api/players/{id}/art': ({ player }) => ({ path: `/api/players/${player.accountId}/art` }),
  'DELETE /api/profile/art/{id}': ({ its }) => ({ path: `/api/profile/art/${its.art.forRest}` }),
  'DELETE /api/profile/passkeys/{id}': ({ its }) => ({ path: `/api/profile/passkeys/${its.passkeys.forRest}` }),
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
  'POST /graphql': () => ({ body: { query: '{ __schema { queryType { name } } }' } }),
};

/** The request of a call: its own, or the variables of its operation in the path, the query and the body. */
export async function requestOf(
  { name, path, queryNames = [], hasBody }: RestCall,
  operation: Operation | undefined,
  world: World,
  caller: Player,
  kind: CallerKind,
): Promise<Request & { path: string }> {
  const own = requests[name];
  if (own || !operation) {
    const request = await own?.(world, caller, kind);
    return { ...request, path: request?.path ?? filled(name, path, {}) };
  }
  const { input, ...values } = await variablesOf(operation, world, caller, kind);
  const query = queryNames
    .filter((one) => one in values && one !== 'first')
    .map((one): [string, string] => [one, String(values[one])]);
  const inBody = Object.entries(values).filter(([one]) => !path.includes(`{${one}}`));
  return {
    path: filled(name, path, values) + (query.length > 0 ? `?${new URLSearchParams(query).toString()}` : ''),
    ...(hasBody && { body: input ?? Object.fromEntries(inBody) }),
  };
}

/** Fills the parameters of a path. */
const filled = (name: string, path: string, values: Record<string, unknown>): string =>
  path.replace(/\{(\w+)\}/g, (_, parameter: string) => {
    if (!(parameter in values)) throw new Error(`Give ${name} its path in tests/system/access/calls.ts`);
    return encodeURIComponent(String(values[parameter]));
  });

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
      `Give ${name} its input in tests/system/access/calls.ts: ` +
        `${[...missing.map(([argument]) => argument), ...unknown].join(', ')}`,
    );
  const declared = used.map((argument) => `$${argument}: ${given[argument]}`).join(', ');
  const passed = used.map((argument) => `${argument}: $${argument}`).join(', ');
  return `${kind}${declared && ` (${declared})`} { it: ${field}${passed && `(${passed})`} ${selection} }`;
}
