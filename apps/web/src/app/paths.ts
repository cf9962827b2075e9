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
  /** A player as others see them. */
  player: '/players/:username',
  community: '/community',
  subscribe: '/subscribe',
  colorChart: '/color-chart',
  artists: '/artists',
  missions: '/missions',
  merch: '/merch',
  /** A shared discovery, opened on the map. */
  sharedDiscovery: '/d/:id',
} as const;

/** Full page navigations that the gateway answers. */
export const doors = {
  login: '/api/login',
  logout: '/api/logout',
} as const;

/** The sign-in door that leads back to `returnTo` (a path of our own) afterwards. */
export function loginDoor(returnTo: string): string {
  return `${doors.login}?returnTo=${encodeURIComponent(returnTo)}`;
}
