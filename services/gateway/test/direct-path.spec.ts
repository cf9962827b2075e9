import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GraphExecutor } from '../src/graphql/graph-executor.js';
import { operationOf, shippedOperations } from '../src/rest/shipped-operations.js';
import type { GraphCaller } from '../src/subgraphs/subgraph-client.js';
import { IdentitySigner } from '../src/identity/identity-signer.js';
import { signUpForm } from './browser.js';
import { runGateway, type RunningGateway } from './running-gateway.js';
import { account, art, artist, cart, changes, checkout, CODE, connection, discovery, liveEvent, mission, notification, order, participation, passkey, post, product, wall } from './stub-responses.js';
import { refusal } from './stub-subgraph.js';

let gateway: RunningGateway;
let executor: GraphExecutor;
let caller: GraphCaller;

const id = randomUUID();
const place = { latitude: 45.5, longitude: -73.6, radius: 5_000, limit: 3, cursor: 'abc' };
const { avatarUrl: _avatar, interests: _interests, ...form } = signUpForm();

/** Variables of each shipped operation. */
const variables: Record<string, Record<string, unknown>> = {
  'sign-up': { input: form },
  'verify-contact': { code: CODE },
  'resend-contact-code': {},
  'get-or-create-subscription': {},
  'create-trial-subscription': { input: { firstName: 'Zoe', email: 'zoe@example.org' } },
  'trial-sign-up': { input: { firstName: 'Zoe', region: 'VIC' } },
  'membership': {},
  'cancel-membership': {},
  'resume-membership': {},
  'request-sign-in-code': { contact: 'zoe@example.org' },
  'sign-in': { contact: 'zoe@example.org', code: CODE },
  'passkey-sign-in-options': {},
  'sign-in-by-passkey': { response: { id: 'AAAA' }, interaction: 'i' },
  'my-passkeys': {},
  'passkey-creation-options': {},
  'add-passkey': { response: { id: 'AAAA' }, name: 'Blue phone' },
  'rename-passkey': { id, name: 'Red phone' },
  'remove-passkey': { id },
  'current-user': {},
  'complete-profile': { input: { username: 'zoe', dateOfBirth: '1990-01-02', bio: null } },
  'complete-tutorial-step': { step: 3 },
  'set-profile-picture': { imageUrl: '/objects/x' },
  'achievements': {},
  'player': { username: 'zoe' },
  'my-art': { limit: 2 },
  'player-art': { id, limit: 2, cursor: 'abc' },
  'add-art': { input: { imageUrl: '/objects/x', title: 'Heron', artType: 'sketch' } },
  'remove-art': { id },
  'order-art': { ids: [id] },
  'view-art': { id },
  'set-pin-preferences': { input: { tags: '⚡' } },
  'set-visibility': { input: { gallery: false } },
  'username-suggestions': { like: 'zoe' },
  'my-contacts': {},
  'my-partner-clients': {},
  'request-contact-change': { contact: 'zoe@example.org' },
  'change-contact': { contact: 'zoe@example.org', code: CODE },
  'request-erasure-code': {},
  'erase-account': { code: CODE },
  'challenge-wallet': { address: '0x52908400098527886E0F7030069857D2E4169EE7', chainId: 1 },
  'link-wallet': { message: 'Link', signature: '0x12' },
  'unlink-wallet': {},
  'discoveries-nearby': place,
  'discoveries-of-user': { limit: 2 },
  'discovery': { id },
  'share-page': { id },
  'create-discovery': { input: { title: 'Wall', latitude: 1, longitude: 2, userRole: 'artist', pinType: 'flag' } },
  'like-discovery': { id },
  'unlike-discovery': { id },
  'legal-walls-nearby': place,
  'artists': { limit: 2, search: 'vix' },
  'artist': { slug: 'vixen' },
  'colors': { limit: 2, sort: 'hue' },
  'changes': { limit: 2, kinds: ['work.created'], bbox: [-74, 45, -73, 46] },
  'missions': { limit: 2, country: 'Chile' },
  'missions-nearby': { ...place, radius: 100 },
  'mission': { id },
  'my-participations': { limit: 2, status: 'active' },
  'start-mission': { id },
  'leave-mission': { id },
  'live-events': { limit: 2 },
  'live-event': { id },
  'join-live-event': { id },
  'leave-live-event': { id },
  'products': { limit: 2, category: 'spray_paint', search: 'night' },
  'product': { slug: 'stencil-tee' },
  'cart': {},
  'set-cart': { lines: [{ productId: id, size: 'M', quantity: 2 }] },
  'checkout': {
    input: { email: 'zoe@example.org', address: { name: 'Zoe', line1: '1 Rue du Mur', city: 'Montréal', country: 'CA' }, lines: [{ productId: id, quantity: 1 }] },
  },
  'orders': { limit: 2 },
  'order': { id, token: 'token' },
  'cancel-order': { id },
  'request-upload': { purpose: 'avatar' },
  'leaderboard': { period: 'week', area: 'country' },
  'forum': { limit: 2, search: 'caps', language: 'fr' },
  'forum-thread': { id, limit: 2, cursor: 'abc' },
  'create-thread': { input: { title: 'Which caps?', content: 'Fat or thin' } },
  'reply-to-thread': { id, content: 'Thin' },
  'like-post': { id },
  'unlike-post': { id },
  'notifications': { limit: 2 },
  'mark-notifications-read': { ids: [id] },
  'stop-digest': { token: 'token' },
  'report': { input: { subject: { kind: 'work', id }, reason: 'spam' } },
  'request-takedown': { input: { subject: { kind: 'work', id }, contact: 'artist@example.org', note: 'Mine.' } },
};

beforeAll(async () => {
  gateway = await runGateway();
  executor = gateway.app.get(GraphExecutor);
  const signer = gateway.app.get(IdentitySigner);
  const identity = { kind: 'player', subject: id, status: 'verified', session: 'session', address: '127.0.0.1' } as const;
  caller = { authorization: (audience) => signer.authorization(identity, audience), idempotencyKey: 'key' };
  // The same ids on both ways.
  const same = discovery({ id });
  const { discovery: discoveries, users, media, missions } = gateway;
  gateway.commerce.root['products'] = () => connection([product({ id })]);
  const sameOrder = order({ id, lines: [] });
  gateway.commerce.root['orders'] = () => connection([sameOrder]);
  for (const one of ['order', 'cancelOrder']) gateway.commerce.root[one] = () => sameOrder;
  gateway.commerce.root['checkout'] = () => checkout(id);
  for (const one of ['cart', 'setCart']) gateway.commerce.root[one] = () => cart(id);
  gateway.commerce.root['product'] = () => product({ id });
  for (const list of ['missions', 'missionsNearby']) missions.root[list] = () => connection([mission({ id })]);
  missions.root['mission'] = () => mission({ id, participation: participation({ id, missionId: id }) });
  missions.root['myParticipations'] = () => connection([participation({ id, missionId: id, mission: mission({ id }) })]);
  missions.root['liveEvents'] = () => connection([liveEvent({ id })]);
  for (const one of ['liveEvent', 'joinLiveEvent']) missions.root[one] = () => liveEvent({ id });
  missions.root['startMission'] = () => participation({ id, missionId: id });
  discoveries.root['discoveriesNearby'] = () => connection([same, discovery({ id, title: null, year: null, imageUrl: null })], { hasNextPage: true, endCursor: 'next' });
  discoveries.root['myDiscoveries'] = () => connection([same]);
  discoveries.root['artist'] = () => artist({ works: connection([same]) });
  discoveries.root['changes'] = () => changes(id);
  discoveries.root['legalWallsNearby'] = () => connection([wall({ id })]);
  discoveries.root['createDiscovery'] = () => same;
  const grant = (_: unknown, call: Parameters<(typeof users.root)[string]>[1]) =>
    void call.reply.header('x-session-grant', JSON.stringify({ accountId: id, status: 'verified', revokeOthers: true }));
  users.root['me'] = () => account({ id });
  users.root['completeProfile'] = () => account({ id });
  for (const list of ['myArt', 'playerArt']) media.root[list] = () => connection([art({ id })]);
  media.root['addArt'] = () => art({ id });
  users.root['player'] = () => account({ id, wallet: null });
  const author = account({ id });
  const samePost = post({ id, threadId: id, author, replies: connection([post({ id, threadId: id, author })]) });
  for (const one of ['thread', 'createThread', 'replyToThread', 'likePost', 'unlikePost']) users.root[one] = () => samePost;
  users.root['threads'] = () => connection([samePost]);
  users.root['notifications'] = () => ({ ...connection([notification({ id, actors: [author], subject: { type: 'discovery', id, title: 'Heron', tokens: null, outcome: null } })]), unread: 1 });
  users.root['leaderboard'] = () => ({ area: null, entries: [{ id, username: 'heron', tokens: 150, discoveries: 1, score: 165, rank: 1, you: false }], me: { rank: 71, tokens: 50, discoveries: 1, score: 65, toNext: 10 } });
  users.root['completeTutorialStep'] = () => ({ tokensAwarded: 15, balance: 50 });
  users.root['signUp'] = (args, call) => (grant(args, call), { status: 'pending' });
  for (const name of ['addPasskey', 'renamePasskey']) users.root[name] = () => passkey({ id });
  users.root['myPasskeys'] = () => [passkey({ id })];
  users.root['signInByPasskey'] = (args, call) => (grant(args, call), null);
  users.root['signIn'] = (args, call) => (grant(args, call), null);
});
afterAll(() => gateway.stop());

describe('the direct path', () => {
  it.each([...shippedOperations().values()].map((operation) => [operation.name, operation] as const))('%s: data, errors, headers and grants are those of the full gateway', async (name, shipped) => {
    const operation = executor.planner.shipped(shipped.text, operationOf(shipped.document).name!.value);
    const { direct } = operation;
    // Its plan is a single fetch.
    expect(direct).toBeDefined();
    const stub = gateway[direct!.subgraph];
    const both = async () => {
      stub.calls.length = 0;
      const passed = await executor.run(operation, variables[name]!, caller);
      const full = await executor.runFull(operation, variables[name]!, caller);
      return { passed, full, calls: stub.calls };
    };

    const done = await both();
    expect(done.passed.bytes).toBeInstanceOf(Buffer);
    expect(done.passed.parsed().errors).toBeUndefined();
    expect(done.passed.parsed()).toEqual(JSON.parse(JSON.stringify(done.full.parsed())));
    expect(JSON.stringify(done.passed.parsed().data)).toBe(JSON.stringify(done.full.parsed().data));
    expect(done.passed.grant).toEqual(done.full.grant);
    expect(done.calls.map(({ identity, headers }) => [identity, headers['idempotency-key']])).toEqual(Array(2).fill([done.calls[0]!.identity, 'key']));

    const rootField = operationOf(shipped.document).selectionSet.selections[0] as { name: { value: string } };
    const before = stub.root[rootField.name.value]!;
    stub.root[rootField.name.value] = () => {
      throw refusal('VALIDATION_FAILED', 'No.', { fields: [{ field: 'x', code: 'Y', detail: 'No.' }], retryAfter: 3 });
    };
    const refused = await both();
    stub.root[rootField.name.value] = before;
    const [one, other] = [refused.passed, refused.full].map((result) => result.parsed().errors!.map(({ message, path, extensions }) => ({ message, path, extensions: { ...extensions, serviceName: undefined } })));
    expect(one).toEqual(other);
  });

  it('covers every operation of the REST table', () => {
    expect([...shippedOperations().keys()].sort()).toEqual(Object.keys(variables).sort());
  });
});
