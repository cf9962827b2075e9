import { lazy, Suspense, useEffect, useRef, type RefObject } from 'react';
import { Outlet, Route, Routes, useLocation } from 'react-router-dom';
import Landing from '../screens/landing';
import type { LaterScreen as LaterScreenName } from '../screens/opens-soon';
import { paths } from './paths';
import { RouteFocus, SkipLink } from './route-focus';

const Home = lazy(() => import('../screens/home'));
const SignUp = lazy(() => import('../screens/sign-up'));
const SignIn = lazy(() => import('../screens/sign-in'));
const MembersArea = lazy(() => import('../screens/members-area'));
const LaterScreen = lazy(() => import('../screens/opens-soon'));
const AvatarCreation = lazy(() => import('../screens/avatar-creation'));
const Profile = lazy(() => import('../screens/profile'));
const PlayerScreen = lazy(() => import('../screens/player'));
const Tutorial = lazy(() => import('../screens/tutorial'));
const Onboarding = lazy(() => import('../screens/onboarding'));
const NotFound = lazy(() => import('../screens/not-found'));
// Kept out of the landing page's bundle together with the screens that have tooltips.
const GuestRewards = lazy(() => import('../features/onboarding/tutorial/guest-rewards').then((module) => ({ default: module.GuestRewards })));
const TooltipProvider = lazy(() => import('../ui/tooltip').then((module) => ({ default: module.TooltipProvider })));

const later: readonly LaterScreenName[] = ['trialSignUp', 'subscribe', 'colorChart', 'artists', 'missions', 'merch'];

export function Router() {
  const { pathname } = useLocation();
  // Whoever comes from the end of a long form stands at the top of the next screen.
  useEffect(() => { window.scrollTo(0, 0); }, [pathname]);
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
          <Route path={paths.community} element={<MembersArea title="Community" />} />
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
    <Suspense fallback={<div role="status" className="min-h-dvh"><span className="sr-only">Loading...</span></div>}>
      <TooltipProvider><Outlet /><GuestRewards /><RouteFocus shown={shown} /></TooltipProvider>
    </Suspense>
  );
}
