import { type RefObject, Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { lazyPart } from '../ui/lazy-part';
import { TooltipProvider } from '../ui/tooltip';
import { Data } from './data';
import { RouteFocus } from './route-focus';
import { ScreenLoading } from './screen-loading';

// No screen waits for these.
const GuestRewards = lazyPart(
  () => import('../features/onboarding/tutorial/guest-rewards').then((module) => module.GuestRewards),
  () => null,
);
const QueueSender = lazyPart(
  () => import('../features/queue/queue-sender').then((module) => module.QueueSender),
  () => null,
);
const Offline = lazyPart(
  () => import('../features/offline/offline').then((module) => module.Offline),
  () => null,
);

/**
 * Around every screen but the landing page: data, tooltips, the rewards that a guest has earned, and what works without
 * signal.
 */
export function Frame({ shown }: { shown: RefObject<string | null> }) {
  return (
    <Data>
      <TooltipProvider>
        <Suspense fallback={<ScreenLoading />}>
          <Outlet />
          <RouteFocus shown={shown} />
        </Suspense>
        <Suspense fallback={null}>
          <GuestRewards />
          <QueueSender />
          <Offline />
        </Suspense>
      </TooltipProvider>
    </Data>
  );
}
