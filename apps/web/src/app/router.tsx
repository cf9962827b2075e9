import { type ComponentType, Suspense, useRef } from 'react';
import { matchPath, Route, Routes } from 'react-router-dom';
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

const screen = <Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>, ...at: string[]) => {
  // If it fails, it is loaded again when it is shown.
  if (at.some(isOpenedAt)) load().catch(() => undefined);
  return lazyPart(() => load().then((module) => module.default), ScreenFailed);
};

const Home = screen(() => import('../screens/home'), paths.home, paths.sharedDiscovery);
const SignUp = screen(() => import('../screens/sign-up'), paths.signUp);
const SignIn = screen(() => import('../screens/sign-in'), paths.signIn);
const Community = screen(
  forMembers(() => import('../screens/community')),
  paths.community,
);
const AvatarCreation = screen(() => import('../screens/avatar-creation'), paths.avatarCreation);
const Profile = screen(
  forMembers(() => import('../screens/profile')),
  paths.profile,
);
const PlayerScreen = screen(() => import('../screens/player'), paths.player);
const Tutorial = screen(() => import('../screens/tutorial'), paths.tutorial);
const TrialSignUp = screen(() => import('../screens/trial-sign-up'), paths.trialSignUp);
const Subscribe = screen(() => import('../screens/subscribe'), paths.subscribe);
const Onboarding = screen(() => import('../screens/onboarding'), paths.onboarding);
const LiveEvent = screen(
  forMembers(() => import('../screens/live-event')),
  paths.liveEvent,
);
const LiveEvents = screen(
  forMembers(() => import('../screens/live-events')),
  paths.liveEvents,
);
const PlanEvent = screen(
  forMembers(() => import('../screens/plan-event')),
  paths.newLiveEvent,
  paths.changeLiveEvent,
);
const Discussions = screen(
  forMembers(() => import('../screens/discussions')),
  paths.discussions,
);
const Discussion = screen(
  forMembers(() => import('../screens/discussion')),
  paths.discussion,
);
const Missions = screen(() => import('../screens/missions'), paths.missions);
const Mission = screen(() => import('../screens/mission'), paths.mission);
const Artists = screen(() => import('../screens/artists'), paths.artists);
const Artist = screen(() => import('../screens/artist'), paths.artist);
const ColorChart = screen(() => import('../screens/color-chart'), paths.colorChart);
const WallDirectory = screen(
  forMembers(() => import('../screens/wall-directory')),
  paths.wallDirectory,
);
const Notifications = screen(
  forMembers(() => import('../screens/notifications')),
  paths.notifications,
);
const Unsubscribe = screen(() => import('../screens/unsubscribe'), paths.unsubscribe);
const Moderation = screen(
  forMembers(() => import('../screens/moderation')),
  paths.moderation,
  paths.moderationAppeals,
  paths.moderationLog,
);
const ModerationCase = screen(
  forMembers(() => import('../screens/moderation-case')),
  paths.moderationCase,
);
const Developers = screen(() => import('../screens/developers'), paths.developers);
const DeveloperClients = screen(
  forMembers(() => import('../screens/developer-clients')),
  paths.developerClients,
);
const DeveloperClient = screen(
  forMembers(() => import('../screens/developer-client')),
  paths.developerClient,
);
const DeveloperGuide = screen(() => import('../screens/developer-guide'), paths.developerGuide);
const DeveloperRest = screen(() => import('../screens/developer-rest'), paths.developerRest);
const DeveloperGraphql = screen(() => import('../screens/developer-graphql'), paths.developerGraphql);
const DeveloperRequests = screen(
  forMembers(() => import('../screens/developer-requests')),
  paths.developerRequests,
);
const Authorize = screen(
  forMembers(() => import('../screens/authorize')),
  paths.authorize,
);
const Takedown = screen(() => import('../screens/takedown'), paths.takedown);
const Notice = screen(
  forMembers(() => import('../screens/notice')),
  paths.notice,
);
const Merch = screen(() => import('../screens/merch'), paths.merch);
const ProductScreen = screen(() => import('../screens/product'), paths.product);
const Checkout = screen(() => import('../screens/checkout'), paths.checkout);
const Order = screen(() => import('../screens/order'), paths.order);
const Queue = screen(
  forMembers(() => import('../screens/queue')),
  paths.queue,
);
const NotFound = screen(() => import('../screens/not-found'));
const Frame = lazyPart(() => import('./frame').then((module) => module.Frame), ScreenFailed);
const PendingContact = lazyPart(
  () => import('./pending-contact').then((module) => module.PendingContact),
  () => null,
);

export function Router() {
  useScroll();
  const shown = useRef<string | null>(null);
  return (
    <>
      <SkipLink />
      <Routes>
        <Route
          path={paths.landing}
          element={
            <>
              <Landing pending={<PendingContact />} />
              <RouteFocus shown={shown} />
            </>
          }
        />
        <Route
          element={
            <Suspense fallback={<ScreenLoading />}>
              <Frame shown={shown} />
            </Suspense>
          }
        >
          <Route path={paths.home} element={<Home />} />
          <Route path={paths.sharedDiscovery} element={<Home />} />
          <Route path={paths.signUp} element={<SignUp />} />
          <Route path={paths.signIn} element={<SignIn />} />
          <Route path={paths.avatarCreation} element={<AvatarCreation />} />
          <Route path={paths.tutorial} element={<Tutorial />} />
          <Route path={paths.trialSignUp} element={<TrialSignUp />} />
          <Route path={paths.subscribe} element={<Subscribe />} />
          <Route path={paths.onboarding} element={<Onboarding />} />
          <Route path={paths.profile} element={<Profile />} />
          <Route path={paths.player} element={<PlayerScreen />} />
          <Route path={paths.liveEvents} element={<LiveEvents />} />
          <Route path={paths.newLiveEvent} element={<PlanEvent />} />
          <Route path={paths.changeLiveEvent} element={<PlanEvent />} />
          <Route path={paths.liveEvent} element={<LiveEvent />} />
          <Route path={paths.discussions} element={<Discussions />} />
          <Route path={paths.discussion} element={<Discussion />} />
          <Route path={paths.missions} element={<Missions />} />
          <Route path={paths.mission} element={<Mission />} />
          <Route path={paths.artists} element={<Artists />} />
          <Route path={paths.artist} element={<Artist />} />
          <Route path={paths.colorChart} element={<ColorChart />} />
          <Route path={paths.wallDirectory} element={<WallDirectory />} />
          <Route path={paths.notifications} element={<Notifications />} />
          <Route path={paths.unsubscribe} element={<Unsubscribe />} />
          {[paths.moderation, paths.moderationAppeals, paths.moderationLog].map((path) => (
            <Route key={path} path={path} element={<Moderation />} />
          ))}
          <Route path={paths.moderationCase} element={<ModerationCase />} />
          <Route path={paths.notice} element={<Notice />} />
          <Route path={paths.developers} element={<Developers />} />
          <Route path={paths.developerClients} element={<DeveloperClients />} />
          <Route path={paths.developerClient} element={<DeveloperClient />} />
          <Route path={paths.developerGuide} element={<DeveloperGuide />} />
          <Route path={paths.developerRest} element={<DeveloperRest />} />
          <Route path={paths.developerGraphql} element={<DeveloperGraphql />} />
          <Route path={paths.developerRequests} element={<DeveloperRequests />} />
          <Route path={paths.authorize} element={<Authorize />} />
          <Route path={paths.takedown} element={<Takedown />} />
          <Route path={paths.merch} element={<Merch />} />
          <Route path={paths.checkout} element={<Checkout />} />
          <Route path={paths.order} element={<Order />} />
          <Route path={paths.product} element={<ProductScreen />} />
          <Route path={paths.queue} element={<Queue />} />
          <Route path={paths.community} element={<Community />} />
          <Route path="*" element={<NotFound />} />
        </Route>
      </Routes>
    </>
  );
}
