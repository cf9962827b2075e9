import { randomUUID } from 'node:crypto';
import type { Root, SubgraphCall } from './stub-subgraph.js';
import { refusal } from './stub-subgraph.js';

/** A discovery as the discovery service returns it. A field without a value here gets one of its type. */
export const discovery = (changes: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  title: 'Le "mur", aux }}} et ,"pageInfo":',
  description: 'A wall',
  artistName: 'Someone',
  latitude: 45.5,
  longitude: -73.6,
  address: '45.500000, -73.600000',
  imageUrl: '/objects/01990000-0000-7000-8000-000000000001',
  thumbhash: 'AAAA',
  pinType: 'hot_spot',
  emojiPin: '🔥',
  emojiType: 'Hot Spot',
  userRole: 'photographer',
  isFreshArt: false,
  status: 'standing',
  year: 2018,
  source: 'Open data',
  sourceUrl: 'https://data.example.org/1',
  licence: 'CC BY 4.0',
  likes: 3,
  liked: true,
  tokensAwarded: 50,
  createdAt: '2026-11-20T12:00:00.000Z',
  distance: 12.5,
  ...changes,
});

export const wall = (changes: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  name: 'Tunnel',
  city: 'London',
  country: 'United Kingdom',
  address: 'Leake Street',
  hours: null,
  description: 'Open to all',
  latitude: 51.5,
  longitude: -0.11,
  source: 'https://walls.example.org/1',
  distance: 40,
  ...changes,
});

export const mission = (changes: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  title: 'Laneway',
  city: 'Melbourne',
  country: 'Australia',
  missionTypeName: 'Photo Hunt',
  difficultyName: 'Easy',
  safetyName: 'High Risk',
  isActive: true,
  rewardsTokens: 100,
  latitude: -37.8165,
  longitude: 144.9692,
  radius: 2000,
  source: 'A book',
  participants: 4,
  distance: 1.25,
  participation: null,
  ...changes,
});

export const participation = (changes: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  missionId: randomUUID(),
  status: 'active',
  startedAt: '2026-11-20T12:00:00.000Z',
  endedAt: null,
  discoveryId: null,
  ...changes,
});

export const artist = (changes: Record<string, unknown> = {}) => ({
  id: 'vixen',
  name: 'Vixen',
  aka: ['Vix'],
  city: 'Melbourne',
  country: 'Australia',
  activeYears: '2001–present',
  style: 'Foxes',
  bio: 'Paints foxes.',
  achievements: ['A fox'],
  source: 'A gallery',
  sourceUrl: 'https://artists.example.org/1',
  ...changes,
});

const color = { code: 'SH-101', name: 'Blank Wall', family: 'Neutral', hex: '#ffffff', lightness: 1, hue: null };

const liveEvent = (changes: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  title: 'Paint jam',
  description: 'Bring a cap.',
  status: 'upcoming',
  endsAt: '2026-12-05T11:00:00.000Z',
  placeName: 'Hosier Lane',
  latitude: -37.8165,
  longitude: 144.9692,
  timeZone: 'Australia/Melbourne',
  rewardTokens: 300,
  rewardName: 'Golden cap',
  participants: 4,
  participation: null,
  ...changes,
});

export const post = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  id: randomUUID(),
  threadId: randomUUID(),
  title: 'Which caps?',
  content: 'Fat or thin',
  state: 'shown',
  author: account(),
  language: 'en',
  createdAt: '2026-11-20T12:00:00.000Z',
  editedAt: null,
  likes: 2,
  liked: false,
  replies: () => connection([post({ title: null })], { hasNextPage: true, endCursor: 'next' }),
  ...changes,
});

export const notification = (changes: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  kind: 'like',
  count: 3,
  actors: [account()],
  subject: { type: 'discovery', id: randomUUID(), title: 'Heron', tokens: null, outcome: null },
  isRead: false,
  ...changes,
});

export const connection = (nodes: unknown[], pageInfo = { hasNextPage: false, endCursor: null as string | null }) => ({
  nodes,
  edges: nodes.map((node, at) => ({ node, cursor: String(at) })),
  pageInfo,
});

const SHOWN = { picture: true, bio: true, statistics: true, joined: true, gallery: true, wallet: false };

export const account = (changes: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  username: 'zoe',
  profileImageUrl: null,
  createdAt: '2026-11-20T12:00:00.000Z',
  discoveries: 2,
  level: 1,
  xp: 30,
  nextLevelXp: 50,
  tokens: 100,
  score: 130,
  status: 'pending',
  profileComplete: true,
  firstName: 'Zoe',
  lastName: 'Z',
  dateOfBirth: '1990-01-01',
  bio: null,
  city: null,
  country: null,
  pinPreferences: {
    illegalFinds: '🚫',
    legalFinds: '✅',
    wetPaintFlicks: '💧',
    productions: '🎨',
    stencils: '📏',
    tags: '✏️',
  },
  contactHint: '••••••1234',
  wallet: { address: '0x52908400098527886E0F7030069857D2E4169EE7', linkedAt: '2026-11-20T12:00:00.000Z' },
  visibility: SHOWN,
  language: 'en',
  roles: [],
  ...changes,
});

export const art = (changes: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  imageUrl: '/objects/01990000-0000-7000-8000-000000000002',
  width: 1600,
  height: 1200,
  thumbhash: 'BBBB',
  title: 'Heron',
  description: null,
  artType: 'sketch',
  views: 7,
  createdAt: '2026-11-20T12:00:00.000Z',
  ...changes,
});

export const passkey = (changes: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  name: 'Blue phone',
  backedUp: true,
  createdAt: '2026-11-20T12:00:00.000Z',
  lastUsedAt: null,
  ...changes,
});

const usd = (amount: number) => ({ amount, currency: 'USD' });

export const product = (changes: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  slug: 'stencil-tee',
  name: 'Stencil Tee',
  description: 'Heavy cotton.',
  category: 'apparel',
  categorySlug: 'apparel',
  image: '/products/stencil-tee.svg',
  brand: null,
  price: usd(24_99),
  originalPrice: usd(29_99),
  discountPercent: 17,
  wholesalePrice: null,
  wholesaleFrom: null,
  cans: 0,
  sizes: [{ size: 'M', inStock: true, left: 3, isReserved: false }],
  inStock: true,
  isReserved: false,
  left: null,
  retailPrice: '$29.99',
  ...changes,
});

export const totals = {
  total: usd(57_88),
};

const cart = (id: string = randomUUID()) => ({
  lines: [
    {
      product: product({ id }),
      productId: id,
      size: 'M',
      quantity: 2,
      unitPrice: usd(24_99),
      lineTotal: usd(49_98),
      notice: null,
      available: 30,
    },
  ],
  totals,
});

const membership = {
  status: 'active',
  price: { amount: 999, currency: 'USD' },
  cancelAtPeriodEnd: true,
  card: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2030 },
};

export const order = (changes: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  number: 'SH-7K3Q9D',
  status: 'awaiting_payment',
  cancelledAt: null,
  email: 'zoe@example.org',
  address: {
    name: 'Zoe Z',
    line1: '1 Rue du Mur',
    line2: null,
    city: 'Montréal',
    region: 'QC',
    postalCode: 'H2X 1Y4',
    country: 'CA',
    phone: null,
  },
  lines: [
    {
      productId: randomUUID(),
      product: product(),
      name: 'Stencil Tee',
      size: 'M',
      quantity: 2,
      unitPrice: usd(24_99),
      lineTotal: usd(49_98),
    },
  ],
  totals,
  refunded: usd(0),
  ...changes,
});

export const checkout = (id: string = randomUUID()) => ({
  orderId: id,
  order: order({ id }),
  totals,
  clientSecret: 'pi_1_secret_2',
  token: 'token',
});

export const commerceRoot = (): Root => ({
  getOrCreateSubscription: () => ({ clientSecret: 'pi_1_secret_2', kind: 'payment' }),
  createTrialSubscription: ({ input }: { input: { email?: string } }) => {
    if (!input.email)
      throw refusal('VALIDATION_FAILED', 'Please enter your e-mail address.', {
        fields: [{ field: 'email', code: 'REQUIRED', detail: 'Please enter your e-mail address.' }],
      });
    return { clientSecret: 'seti_1_secret_2', kind: 'setup' };
  },
  membership: () => membership,
  cancelMembership: () => membership,
  resumeMembership: () => ({ ...membership, cancelAtPeriodEnd: false }),
  products: () => connection([product()]),
  product: ({ slug }: { slug: string }) => (slug === 'none' ? null : product({ slug })),
  cart: () => cart(),
  setCart: ({ lines }: { lines: unknown[] }) => (lines.length > 0 ? cart() : { lines: [], totals }),
  checkout: () => checkout(),
  orders: () => connection([order()]),
  order: ({ id }: { id: string }) => (id === MISSING ? null : order({ id })),
  cancelOrder: ({ id }: { id: string }) => order({ id, status: 'cancelled', canCancel: false }),
});

/** A new work and a removed wall, whose ids are given or new. */
export const changes = (id = randomUUID()) => {
  const at = '2026-11-20T12:00:00.000Z';
  return connection(
    [
      { cursor: 'WzFd', kind: 'work.created', id, at, work: discovery({ id }), wall: null },
      { cursor: 'WzJd', kind: 'wall.removed', id, at, work: null, wall: null },
    ],
    { hasNextPage: false, endCursor: 'WzJd' },
  );
};

export const discoveryRoot = (): Root => ({
  discoveriesNearby: ({ first }: { first: number }) =>
    connection(
      Array.from({ length: Math.min(first, 3) }, () => discovery()),
      { hasNextPage: true, endCursor: 'next+page/1' },
    ),
  discovery: ({ id }: { id: string }) => (id === MISSING ? null : discovery({ id, distance: null })),
  myDiscoveries: () => connection([discovery({ distance: null })]),
  artists: () => connection([artist()]),
  artist: ({ slug }: { slug: string }) =>
    slug === 'nobody' ? null : artist({ id: slug, works: connection([discovery()]) }),
  colors: () => connection([color]),
  changes: () => changes(),
  legalWallsNearby: () => connection([wall()]),
  createDiscovery: ({ input }: { input: Record<string, unknown> }) =>
    discovery({
      title: input['title'],
      pinType: input['pinType'],
      userRole: input['userRole'],
      tokensAwarded: input['userRole'] === 'artist' ? 150 : 50,
    }),
  likeDiscovery: ({ id }: { id: string }) => discovery({ id, likes: 4, liked: true }),
  unlikeDiscovery: ({ id }: { id: string }) => discovery({ id, likes: 3, liked: false }),
});

export const missionsRoot = (): Root => ({
  missions: () => connection([mission({ distance: null })]),
  missionsNearby: () => connection([mission()]),
  mission: ({ id }: { id: string }) =>
    id === MISSING ? null : mission({ id, distance: null, participation: participation({ missionId: id }) }),
  myParticipations: () => connection([participation({ mission: mission({ distance: null }) })]),
  startMission: ({ id }: { id: string }) => participation({ missionId: id }),
  leaveMission: () => true,
  liveEvents: () => connection([liveEvent()]),
  liveEvent: ({ id }: { id: string }) => (id === MISSING ? null : liveEvent({ id })),
  joinLiveEvent: ({ id }: { id: string }) =>
    liveEvent({ id, participants: 5, participation: { joinedAt: '2026-11-20T12:00:00.000Z', rewardedAt: null } }),
  leaveLiveEvent: () => true,
});

/** An id that no discovery, no mission and no event has. */
export const MISSING = '00000000-0000-4000-8000-000000000000';

const grant = ({ reply }: SubgraphCall, accountId: string, status: string, more = {}) =>
  void reply.header('x-session-grant', JSON.stringify({ accountId, status, ...more }));

/** The code that every stub account accepts. */
export const CODE = '123456';
/** Id of the passkey that opens a stub account. */
export const PASSKEY = 'cGFzc2tleQ';

export const usersRoot = (): Root => ({
  me: (_: never, { identity }: SubgraphCall) =>
    identity.kind === 'player' ? account({ id: identity.subject, status: identity.status }) : null,
  player: ({ username }: { username: string }) => (username.toLowerCase() === 'zoe' ? account({ wallet: null }) : null),
  leaderboard: ({ area }: { area: string }) => ({
    area: area === 'world' ? null : 'Australia',
    entries: [{ id: randomUUID(), username: 'heron', tokens: 150, discoveries: 1, score: 165, rank: 1, you: false }],
    me: { rank: area === 'world' ? 71 : null, tokens: 50, discoveries: 1, score: 65, toNext: 10 },
  }),
  myAchievements: () => [
    {
      id: 'pin-dropper',
      name: 'Pin Dropper',
      description: 'Use all five pin types',
      earned: false,
      progress: 2,
      goal: 5,
      earnedAt: null,
      players: 12,
    },
  ],
  threads: ({ search }: { search?: string }) =>
    connection(search === 'nothing' ? [] : [post()], { hasNextPage: true, endCursor: 'next' }),
  thread: ({ id }: { id: string }) => (id === MISSING ? null : post({ id })),
  notifications: () => ({ ...connection([notification()], { hasNextPage: true, endCursor: 'next' }), unread: 1 }),
  markNotificationsRead: () => 0,
  stopDigest: () => true,
  createThread: ({ input }: { input: Record<string, unknown> }) => post(input),
  replyToThread: ({ id, content }: { id: string; content: string }) => post({ threadId: id, title: null, content }),
  likePost: ({ id }: { id: string }) => post({ id, likes: 3, liked: true }),
  unlikePost: ({ id }: { id: string }) => post({ id }),
  setProfilePicture: ({ imageUrl }: { imageUrl: string }) => ({
    message: 'Profile picture updated successfully!',
    profileImageUrl: imageUrl,
  }),
  trialSignUp: ({ input }: { input: Record<string, unknown> }, call: SubgraphCall) => {
    if (!input['region'])
      throw refusal('VALIDATION_FAILED', 'Please enter your state.', {
        fields: [{ field: 'region', code: 'REQUIRED', detail: 'Please enter your state.' }],
      });
    grant(call, call.identity.subject ?? randomUUID(), 'pending');
    return { status: 'pending' };
  },
  signUp: (_: never, call: SubgraphCall) => {
    grant(
      call,
      call.identity.kind === 'guest' && call.identity.subject ? call.identity.subject : randomUUID(),
      'pending',
    );
    return { status: 'pending' };
  },
  verifyContact: ({ code }: { code: string }, call: SubgraphCall) => {
    if (code !== CODE) throw refusal('CODE_INVALID', 'This code is not right.');
    grant(call, call.identity.subject!, 'verified', {});
    return true;
  },
  resendContactCode: () => true,
  passkeySignInOptions: () => ({
    challenge: 'AAAA',
    rpId: 'localhost',
    timeout: 300_000,
    userVerification: 'required',
  }),
  signInByPasskey: (
    { response, interaction }: { response: { id?: string }; interaction?: string },
    call: SubgraphCall,
  ) => {
    if (response.id !== PASSKEY) throw refusal('PASSKEY_INVALID', 'This passkey did not work.');
    if (interaction) return { continueTo: `/oidc/auth/${interaction}` };
    grant(call, randomUUID(), 'verified');
    return null;
  },
  myPasskeys: () => [passkey()],
  myPartnerClients: () => [{ id: '1b671a64-40d5-491e-99b0-da01ff1f3341' }],
  passkeyCreationOptions: () => ({
    challenge: 'AAAA',
    rp: { id: 'localhost', name: 'Sprayhunt' },
    excludeCredentials: [],
  }),
  addPasskey: ({ name }: { name?: string }) => passkey({ name: name ?? 'Passkey' }),
  renamePasskey: ({ id, name }: { id: string; name: string }) => passkey({ id, name }),
  removePasskey: () => true,
  setPinPreferences: ({ input }: { input: object }) => ({ ...account().pinPreferences, ...input }),
  setVisibility: ({ input }: { input: object }) => ({ ...SHOWN, ...input }),
  usernameSuggestions: ({ like }: { like: string }) => [`${like}_paints`, `${like}27`, `${like}_walls`],
  myContacts: () => [
    { kind: 'phone', value: '+15145550100', verified: true },
    { kind: 'email', value: 'zoe@example.org', verified: false },
  ],
  requestContactChange: () => true,
  changeContact: ({ code }: { code: string }, call: SubgraphCall) => {
    if (code !== CODE) throw refusal('CODE_INVALID', 'This code is not right.');
    grant(call, call.identity.subject!, 'verified', {});
    return true;
  },
  requestErasureCode: () => ({ sentTo: '••••••0100' }),
  eraseAccount: ({ code }: { code: string }, call: SubgraphCall) => {
    if (code !== CODE) throw refusal('CODE_INVALID', 'This code is not right.');
    grant(call, call.identity.subject!, call.identity.status!, { ends: true });
    return true;
  },
  challengeWallet: ({ address, chainId }: { address: string; chainId: number }) => ({
    message: `${address} on ${chainId}`,
  }),
  linkWallet: ({ message, signature }: { message: string; signature: string }) => {
    if (signature !== '0x12') throw refusal('WALLET_TAKEN', 'This wallet is linked to another account.');
    return { address: message.split(' ', 1)[0], linkedAt: '2026-11-20T12:00:00.000Z' };
  },
  unlinkWallet: () => true,
  report: () => ({ isRepeated: false }),
  requestTakedown: () => true,
  requestSignInCode: () => true,
  signInByIdToken: ({ idToken }: { idToken: string }, call: SubgraphCall) => {
    const { sub } = JSON.parse(Buffer.from(idToken.split('.')[1]!, 'base64url').toString()) as { sub: string };
    if (sub === 'unknown') throw refusal('ID_TOKEN_INVALID', 'This sign-in could not be confirmed.');
    grant(call, randomUUID(), 'verified');
    return true;
  },
  signIn: ({ code, interaction }: { code: string; interaction?: string }, call: SubgraphCall) => {
    if (code !== CODE || !call.identity.session) throw refusal('CODE_INVALID', 'This code is not right.');
    if (interaction) return { continueTo: `/oidc/auth/${interaction}` };
    grant(call, randomUUID(), 'verified');
    return null;
  },
});

export const mediaRoot = (): Root => ({
  requestUpload: (_: never, { identity }: SubgraphCall) => ({
    uploadURL: `http://localhost/api/uploads/${identity.subject}?token=t`,
  }),
  myArt: () => connection([art()]),
  playerArt: () => connection([art(), art()], { hasNextPage: true, endCursor: 'next' }),
  _entities: ({ representations }: { representations: object[] }) =>
    representations.map((player) => ({ ...player, art: () => connection([art(), art()]) })),
  addArt: ({ input }: { input: Record<string, unknown> }) => art({ title: input['title'], artType: input['artType'] }),
  removeArt: () => true,
  orderArt: () => true,
  viewArt: () => ({ views: 8 }),
});
