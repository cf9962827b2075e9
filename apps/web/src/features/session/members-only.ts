import { m } from '#messages';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { loginUrl } from '../../lib/paths';
import { browser } from '../../lib/browser';
import { onSessionEnded } from '../../api/session';
import { prepareToasts, toast } from '../../ui/toast';
import { useUser } from './use-user';

const REDIRECT_AFTER_MS = 500;

/**
 * Shows that the session has ended and redirects to the sign-in screen, which returns to `returnTo` afterwards. Returns
 * a function that cancels it.
 */
function redirectToLogin(returnTo: string): () => void {
  toast({ title: m.session_session_over_title(), description: m.session_session_over_text(), variant: 'destructive' });
  const timer = setTimeout(() => browser.redirect(loginUrl(returnTo)), REDIRECT_AFTER_MS);
  return () => clearTimeout(timer);
}

/** For screens that only players may use: guests are redirected to the sign-in screen. */
export function useMembersOnly() {
  const { pathname, search } = useLocation();
  const { user, isPending, error } = useUser();
  const isGuest = user === null;
  // The notice is shown for half a second only, so it must not wait for its own code.
  useEffect(() => void prepareToasts(), []);
  useEffect(() => (isGuest ? redirectToLogin(pathname + search) : undefined), [isGuest, pathname, search]);
  return { user, isPending, error };
}

/** Milliseconds in which further refusals are those of the same ended session. */
const SAME_END_MS = 2_000;

/**
 * Redirects to the sign-in screen when any call finds that the session has ended; afterwards the player returns to this
 * screen.
 */
export function SessionEnded() {
  const { pathname, search } = useLocation();
  const here = useRef('');
  useEffect(() => {
    here.current = pathname + search;
  });
  useEffect(() => {
    let lastShown = -Infinity;
    let cancel: (() => void) | undefined;
    const stop = onSessionEnded(() => {
      if (performance.now() - lastShown < SAME_END_MS) return;
      lastShown = performance.now();
      cancel = redirectToLogin(here.current);
    });
    return () => {
      stop();
      cancel?.();
    };
  }, []);
  return null;
}
