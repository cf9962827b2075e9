import { type ComponentType, type RefObject, Suspense, useRef } from 'react';
import { matchPath, Outlet, type RouteObject, useOutletContext, useRoutes } from 'react-router-dom';
import Landing from '../screens/landing';
import { lazyPart, ScreenFailed } from '../ui/lazy-part';
import { prepareToasts } from '../ui/toast';
import { paths } from '../lib/paths';
import { RouteFocus, SkipLink } from './route-focus';
import { ScreenLoading } from './screen-loading';
import { useScroll } from './use-scroll';

/** Whether the page was opened at this screen, which then loads beside the frame, not after it. */
const isOpenedAt = (path: string) =>
  typeof window !== 'undefined' && matchPath(path, window.location.pathname) !== null;

/** Guests see for half a second why they are redirected: the screen waits for the code of that notice. */
const forMembers =
  <Screen,>(load: () => Promise<Screen>) =>
  () =>
    Promise.all([load(), prepareToasts()]).then(([loaded]) => loaded);

/** Routes of one screen, which stays mounted when the address changes from one of its paths to another. */
function screen(at: string | string[], load: () => Promise<{ default: ComponentType }>): RouteObject[] {
  const addresses = [at].flat();
  // If it fails, it is loaded again when it is shown.
  if (addresses.some(isOpenedAt)) load().catch(() => undefined);
  const Component = lazyPart(() => load().then((module) => module.default), ScreenFailed);
  return addresses.map((path) => ({ path, Component }));
}

const Frame = lazyPart(() => import('./frame').then((module) => module.Frame), ScreenFailed);
const PendingContact = lazyPart(
  () => import('./pending-contact').then((module) => module.PendingContact),
  () => null,
);

type Shown = RefObject<string | null>;

function Page() {
  useScroll();
  const shown: Shown = useRef<string | null>(null);
  return (
    <>
      <SkipLink />
      <Outlet context={shown} />
    </>
  );
}

function LandingScreen() {
  return (
    <>
      <Landing pending={<PendingContact />} />
      <RouteFocus shown={useOutletContext<Shown>()} />
    </>
  );
}

function FramedScreen() {
  const shown = useOutletContext<Shown>();
  return (
    <Suspense fallback={<ScreenLoading />}>
      <Frame shown={shown} />
    </Suspense>
  );
}

const framed: RouteObject[] = [
  ...screen([paths.home, paths.sharedDiscovery], () => import('../screens/home')),
  ...screen(paths.signUp, () => import('../screens/sign-up')),
  ...screen(paths.signIn, () => import('../screens/sign-in')),
  ...screen(paths.avatarCreation, () => import('../screens/avatar-creation')),
  ...screen(paths.tutorial, () => import('../screens/tutorial')),
  ...screen(paths.trialSignUp, () => import('../screens/trial-sign-up')),
  ...screen(paths.subscribe, () => import('../screens/subscribe')),
  ...screen(paths.onboarding, () => import('../screens/onboarding')),
  ...screen(
    paths.profile,
    forMembers(() => import('../screens/profile')),
  ),
  ...screen(paths.player, () => import('../screens/player')),
  ...screen(
    paths.liveEvents,
    forMembers(() => import('../screens/live-events')),
  ),
  ...screen(
    [paths.newLiveEvent, paths.changeLiveEvent],
    forMembers(() => import('../screens/plan-event')),
  ),
  ...screen(
    paths.liveEvent,
    forMembers(() => import('../screens/live-event')),
  ),
  ...screen(
    paths.discussions,
    forMembers(() => import('../screens/discussions')),
  ),
  ...screen(
    paths.discussion,
    forMembers(() => import('../screens/discussion')),
  ),
  ...screen(paths.missions, () => import('../screens/missions')),
  ...screen(paths.mission, () => import('../screens/mission')),
  ...screen(paths.artists, () => import('../screens/artists')),
  ...screen(paths.artist, () => import('../screens/artist')),
  ...screen(paths.colorChart, () => import('../screens/color-chart')),
  ...screen(
    paths.wallDirectory,
    forMembers(() => import('../screens/wall-directory')),
  ),
  ...screen(
    paths.notifications,
    forMembers(() => import('../screens/notifications')),
  ),
  ...screen(paths.unsubscribe, () => import('../screens/unsubscribe')),
  ...screen(
    [paths.moderation, paths.moderationAppeals, paths.moderationLog],
    forMembers(() => import('../screens/moderation')),
  ),
  ...screen(
    paths.moderationCase,
    forMembers(() => import('../screens/moderation-case')),
  ),
  ...screen(
    paths.notice,
    forMembers(() => import('../screens/notice')),
  ),
  ...screen(paths.developers, () => import('../screens/developers')),
  ...screen(
    paths.developerClients,
    forMembers(() => import('../screens/developer-clients')),
  ),
  ...screen(
    paths.developerClient,
    forMembers(() => import('../screens/developer-client')),
  ),
  ...screen(paths.developerGuide, () => import('../screens/developer-guide')),
  ...screen(paths.developerRest, () => import('../screens/developer-rest')),
  ...screen(paths.developerGraphql, () => import('../screens/developer-graphql')),
  ...screen(
    paths.developerRequests,
    forMembers(() => import('../screens/developer-requests')),
  ),
  ...screen(
    paths.authorize,
    forMembers(() => import('../screens/authorize')),
  ),
  ...screen(paths.takedown, () => import('../screens/takedown')),
  ...screen(paths.merch, () => import('../screens/merch')),
  ...screen(paths.checkout, () => import('../screens/checkout')),
  ...screen(paths.order, () => import('../screens/order')),
  ...screen(paths.product, () => import('../screens/product')),
  ...screen(
    paths.queue,
    forMembers(() => import('../screens/queue')),
  ),
  ...screen(
    paths.community,
    forMembers(() => import('../screens/community')),
  ),
  ...screen('*', () => import('../screens/not-found')),
];

const routes: RouteObject[] = [
  {
    Component: Page,
    children: [
      { path: paths.landing, Component: LandingScreen },
      { Component: FramedScreen, children: framed },
    ],
  },
];

/** All screens. */
export const Router = () => useRoutes(routes);
