import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { stored } from '../lib/stored';

/**
 * Scroll position in pixels by history entry, in this tab, oldest first. Without storage a reload starts at the top.
 */
const positions = stored<Record<string, number>>('sessionStorage', 'scroll-positions');
/** Entries of the history that are remembered. */
const MAX_POSITIONS = 50;
/** Milliseconds in which a screen that is still loading may grow to where the player was. */
const GROWS_FOR = 3_000;

/** A new screen begins at its top; Back, Forward and a reload lead to where the player was on it. */
export function useScroll(): void {
  const { key, pathname } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  const shown = useRef(pathname);
  const isOpening = useRef(true);

  // The browser would scroll before the screen is rendered.
  useEffect(() => {
    window.history.scrollRestoration = 'manual';
  }, []);

  useLayoutEffect(() => {
    const isOther = shown.current !== pathname;
    shown.current = pathname;
    const entry = entryOf(key);
    const to = positions.read()?.[entry] ?? 0;
    // A page that opens is at its top already, and setting the position would force a layout before the first paint.
    const stop = isReturn && (to > 0 || !isOpening.current) ? scrollBack(to) : undefined;
    isOpening.current = false;
    if (!isReturn && isOther) window.scrollTo(0, 0);
    let pixels: number | undefined;
    const note = () => {
      pixels = window.scrollY;
    };
    const keep = () => {
      if (pixels !== undefined) remember(entry, pixels);
    };
    window.addEventListener('scroll', note, { passive: true });
    window.addEventListener('pagehide', keep);
    return () => {
      keep();
      stop?.();
      window.removeEventListener('scroll', note);
      window.removeEventListener('pagehide', keep);
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each entry of the history
  }, [key]);
}

/**
 * Name of the history entry that is shown. The router calls the first entry of every document `default`, so that one
 * gets a name of its own, which a reload keeps.
 */
function entryOf(key: string): string {
  if (key !== 'default') return key;
  const state = window.history.state as { opened?: string } | null;
  const opened = state?.opened ?? `opened ${Date.now()}`;
  if (!state?.opened) window.history.replaceState({ ...state, opened }, '');
  return opened;
}

/** Scrolls as soon as the screen is long enough, unless the player has begun to scroll. */
function scrollBack(to: number): () => void {
  const events = ['wheel', 'touchstart', 'pointerdown', 'keydown'];
  const reach = () => {
    window.scrollTo(0, to);
    if (Math.abs(window.scrollY - to) < 2) stop();
  };
  const growth = new ResizeObserver(reach);
  const timer = setTimeout(() => stop(), GROWS_FOR);
  const stop = () => {
    clearTimeout(timer);
    growth.disconnect();
    events.forEach((event) => window.removeEventListener(event, stop));
  };
  growth.observe(document.body);
  events.forEach((event) => window.addEventListener(event, stop, { passive: true }));
  reach();
  return stop;
}

function remember(entry: string, pixels: number): void {
  const { [entry]: _before, ...others } = positions.read() ?? {};
  positions.write(
    Object.fromEntries([...Object.entries(others), [entry, Math.round(pixels)] as const].slice(-MAX_POSITIONS)),
  );
}
