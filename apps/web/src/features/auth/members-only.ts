import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { loginDoor } from '../../app/paths';
import { browser } from '../../lib/browser';
import { prepareToasts, toast } from '../../ui/toast';
import { useUser } from './use-user';

const REDIRECT_AFTER_MS = 500;

/** Tells that the session is gone and leads to the sign-in screen, and back to `returnTo` afterwards. Answers how to call it off. */
export function leadToLogin(returnTo: string): () => void {
  toast({ title: 'Unauthorized', description: 'You are logged out. Logging in again...', variant: 'destructive' });
  const timer = setTimeout(() => browser.goTo(loginDoor(returnTo)), REDIRECT_AFTER_MS);
  return () => clearTimeout(timer);
}

/** For screens that only players may use: guests are led to the sign-in screen. */
export function useMembersOnly() {
  const { pathname, search } = useLocation();
  const { user, isPending, error } = useUser();
  const isGuest = user === null;
  // The notice stands for half a second only: it must not wait for its own code.
  useEffect(() => void prepareToasts(), []);
  useEffect(() => (isGuest ? leadToLogin(pathname + search) : undefined), [isGuest, pathname, search]);
  return { user, isPending, error };
}
