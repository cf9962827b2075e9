import { m } from '#messages';
import { type ComponentType, type RefObject, Suspense, useRef } from 'react';
import { Outlet, Route, Routes } from 'react-router-dom';
import Landing from '../screens/landing';
import type { LaterScreen as LaterScreenName } from '../screens/opens-soon';
import { lazyPart, ScreenFailed } from '../ui/lazy-part';
import { paths } from '../lib/paths';
import { RouteFocus, SkipLink } from './route-focus';
import { useScroll } from './use-scroll';

const screen = <Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazyPart(() => load().then((module) => module.default), ScreenFailed);

const Home = screen(() => import('../screens/home'));
const SignUp = screen(() => import('../screens/sign-up'));
const SignIn = screen(() => import('../screens/sign-in'));
const MembersArea = screen(() => import('../screens/members-area'));
const LaterScreen = screen(() => import('../screens/opens-soon'));
const AvatarCreation = screen(() => import('../screens/avatar-creation'));
const Profile = screen(() => import('../screens/profile'));
const PlayerScreen = screen(() => import('../screens/player'));
const Tutorial = screen(() => import('../screens/tutorial'));
const Onboarding = screen(() => import('../screens/onboarding'));
const Queue = screen(() => import('../screens/queue'));
const NotFound = screen(() => import('../screens/not-found'));
// Kept out of the landing page's bundle together with the screens that have tooltips.
const GuestRewards = lazyPart(() => import('../features/onboarding/tutorial/guest-rewards').then((module) => module.GuestRewards), () => null);
const QueueSender = lazyPart(() => import('../features/queue/queue-sender').then((module) => module.QueueSender), () => null);
const Offline = lazyPart(() => import('../features/offline/offline').then((module) => module.Offline), () => null);
const TooltipProvider = lazyPart(() => import('../ui/tooltip').then((module) => module.TooltipProvider), ScreenFailed);

const later: readonly LaterScreenName[] = ['trialSignUp', 'subscribe', 'colorChart', 'artists', 'missions', 'merch'];

export function Router() {
  useScroll();
  const shown = useRef<string | null>(null);
  return (
    <>
      <SkipLink />
      <Routes>
        <Route path={paths.landing} element={<><Landing /><RouteFocus shown={shown} /></>} />
        <Route element={<Frame shown={shown} />}>
          <Route path={paths.home} element={<Home />} />
          <Route path={paths.sharedDiscovery} element={<Home />} />
          <Route path={paths.signUp} element={<SignUp />} />
          <Route path={paths.signIn} element={<SignIn />} />
          <Route path={paths.avatarCreation} element={<AvatarCreation />} />
          <Route path={paths.tutorial} element={<Tutorial />} />
          <Route path={paths.onboarding} element={<Onboarding />} />
          <Route path={paths.profile} element={<Profile />} />
          <Route path={paths.player} element={<PlayerScreen />} />
          <Route path={paths.queue} element={<Queue />} />
          <Route path={paths.community} element={<MembersArea title={m.app_community()} />} />
          {later.map((screen) => <Route key={screen} path={paths[screen]} element={<LaterScreen key={screen} screen={screen} />} />)}
          <Route path="*" element={<NotFound />} />
        </Route>
      </Routes>
    </>
  );
}

/** Around every screen but the landing page: tooltips, and the rewards that a guest has earned. */
function Frame({ shown }: { shown: RefObject<string | null> }) {
  return (
    <Suspense fallback={<div role="status" className="min-h-dvh"><span className="sr-only">{m.app_loading()}</span></div>}>
      <TooltipProvider><Outlet /><GuestRewards /><QueueSender /><Offline /><RouteFocus shown={shown} /></TooltipProvider>
    </Suspense>
  );
}
