import { m } from '#messages';
import clsx from 'clsx';
import { useEffect, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';
import { announce } from '../ui/announcer';
import { paths } from '../lib/paths';

/** A shared discovery opens on the map home, so closing it is not a new screen. */
const screenAt = (pathname: string) => (pathname.startsWith('/d/') ? paths.home : pathname);

/**
 * Moves the focus to a new screen's heading and announces its title. Rendered after the content inside the same
 * Suspense, so that it runs when the content is there. `shown` is the previous screen; the browser announces the first
 * one.
 */
export function RouteFocus({ shown }: { shown: RefObject<string | null> }) {
  const screen = screenAt(useLocation().pathname);
  useEffect(() => {
    const before = shown.current;
    shown.current = screen;
    if (before === null || before === screen) return;
    announce(document.title);
    if (focusHeading()) return;
    // The heading appears with content that the screen is still loading.
    const observer = new MutationObserver(() => focusHeading() && observer.disconnect());
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [screen, shown]);
  return null;
}

/** @returns whether there was a heading, or the player has already moved the focus */
function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading) return false;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}

/** The first tab stop of every screen. */
export function SkipLink() {
  return (
    <a
      href="#content"
      className={clsx(
        'sr-only font-semibold focus:not-sr-only focus:fixed focus:start-3 focus:top-3 focus:z-80',
        'focus:rounded-sm focus:bg-action focus:px-4 focus:py-3 focus:text-on-action',
      )}
      onClick={(event) => {
        event.preventDefault();
        document.querySelector('main')?.focus();
      }}
    >
      {m.app_skip_to_content()}
    </a>
  );
}
