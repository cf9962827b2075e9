/** Every route of the product. The landing page is at `/`, the map at `/home`. */
export const paths = {
  landing: '/',
  home: '/home',
  signUp: '/signup',
  signIn: '/sign-in',
  trialSignUp: '/stripe-signup',
  avatarCreation: '/avatar-creation',
  tutorial: '/onboarding-tutorial',
  onboarding: '/onboarding',
  profile: '/profile',
  /** A player's public page. */
  player: '/players/:username',
  community: '/community',
  /** Own and past live events. */
  liveEvents: '/community/events',
  newLiveEvent: '/community/events/new',
  liveEvent: '/community/events/:id',
  changeLiveEvent: '/community/events/:id/change',
  discussions: '/community/discussions',
  discussion: '/community/discussions/:id',
  subscribe: '/subscribe',
  colorChart: '/color-chart',
  /** All legal walls of the world, for members. */
  wallDirectory: '/walls',
  artists: '/artists',
  artist: '/artists/:slug',
  missions: '/missions',
  mission: '/missions/:id',
  /** For moderators. */
  moderation: '/moderation',
  moderationAppeals: '/moderation/appeals',
  moderationLog: '/moderation/log',
  moderationCase: '/moderation/cases/:id',
  /** Where artists ask for a work or a picture to be taken down. */
  takedown: '/takedown',
  /** What moderators decided about the player, or on what the player reported. */
  notice: '/notices/:id',
  /** For partners: what can be built, and how. */
  developers: '/developers',
  developerClients: '/developers/clients',
  /** One client: what it uses, and its webhooks. */
  developerClient: '/developers/clients/:id',
  developerGuide: '/developers/guide',
  developerRest: '/developers/rest',
  developerGraphql: '/developers/graphql',
  /** Requests for clients, for operators. */
  developerRequests: '/developers/requests',
  /** Where an app of a partner asks a player for access. */
  authorize: '/authorize',
  merch: '/merch',
  product: '/merch/:slug',
  checkout: '/merch/checkout',
  /** An order with its payment; a guest's is opened by the token in the address. */
  order: '/merch/orders/:id',
  notifications: '/notifications',
  /** Of the links in e-mails. */
  unsubscribe: '/unsubscribe/:token',
  /** Works that wait on this device. */
  queue: '/waiting',
  /** A shared discovery, opened on the map. */
  sharedDiscovery: '/d/:id',
} as const;

/** Addresses that the gateway handles, reached by full page navigation. */
export const gatewayRoutes = {
  login: '/api/login',
  logout: '/api/logout',
} as const;

/** The sign-in address that returns to `returnTo` (one of our paths) afterwards. */
export function loginUrl(returnTo: string): string {
  return `${gatewayRoutes.login}?returnTo=${encodeURIComponent(returnTo)}`;
}

/**
 * The page of an artist whom a work credits by this name; null for a name of signs alone. The server knows it by any
 * spelling.
 */
export function artistPath(name: string): string | null {
  const slug = name
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return slug ? `/artists/${encodeURIComponent(slug)}` : null;
}

export const clientPath = (id: string): string => `/developers/clients/${encodeURIComponent(id)}`;

export const productPath = (slug: string): string => `/merch/${encodeURIComponent(slug)}`;

/** @param token of a guest's order, who has no account that it belongs to */
export const orderPath = (id: string, token?: string | null): string =>
  `/merch/orders/${encodeURIComponent(id)}${token ? `?token=${encodeURIComponent(token)}` : ''}`;
