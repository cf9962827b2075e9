import { matchPath } from 'react-router-dom';
import { onCLS, onFCP, onINP, onLCP, onTTFB, type Metric } from 'web-vitals';
import { takePageErrors } from '../../lib/page-errors';
import { fetchPageConfig } from '../../api/page-config';
import { paths } from '../../lib/paths';

/** As the map home has its panel beside the map. */
const DESK = '(min-width: 64rem)';
const SCREENS = {
  landing: paths.landing,
  home: paths.home,
  community: `${paths.community}/*`,
  missions: `${paths.missions}/*`,
  profile: paths.profile,
  merch: `${paths.merch}/*`,
};

const screenAt = (pathname: string) =>
  Object.entries(SCREENS).find(([, pattern]) => matchPath(pattern, pathname))?.[0] ?? 'other';

/**
 * Reports how fast this load of the page was (of a sample of loads that the operator sets), and the page's errors, when
 * the page is hidden or left. It says the kind of screen and device, and nothing of who used it: no cookie goes with
 * it.
 * @param openedAt the path that the page was opened at
 * @param random decides whether this load is one of the sample: 0 to 1
 * @returns a function that ends it
 */
export async function reportPage(openedAt: string, random = Math.random()): Promise<() => void> {
  const share = (await fetchPageConfig())?.pageReports ?? 0;
  if (share === 0) return () => undefined;
  const vitals = new Map<string, number>();
  let vitalsDone = random >= share;
  if (!vitalsDone)
    for (const watch of [onCLS, onFCP, onINP, onLCP, onTTFB])
      watch(({ name, value }: Metric) => void vitals.set(name, value));
  const screen = screenAt(openedAt);
  const device = window.matchMedia(DESK).matches ? 'desk' : 'phone';
  const report = () => {
    const errors = takePageErrors();
    if (vitalsDone && errors.length === 0) return;
    const values = vitalsDone ? [] : [...vitals].map(([name, value]) => ({ name, value }));
    vitalsDone = true;
    // Kept alive when the page is left, as a beacon is, which would send the session's cookie.
    void fetch('/api/page-reports', {
      method: 'POST',
      keepalive: true,
      credentials: 'omit',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ screen, device, vitals: values, errors }),
    }).catch(() => undefined);
  };
  // After the library's own listeners, which settle the values at the same moment.
  const leave = () => queueMicrotask(report);
  const hide = () => document.visibilityState === 'hidden' && leave();
  document.addEventListener('visibilitychange', hide);
  window.addEventListener('pagehide', leave);
  return () => {
    document.removeEventListener('visibilitychange', hide);
    window.removeEventListener('pagehide', leave);
  };
}
