import { useEffect, useReducer, useRef } from 'react';
import { useUser } from '../auth/use-user';
import { type PendingAction, pendingAction } from './pending-action';
import type { Outcome } from './use-actions';

interface Resume {
  run: (action: PendingAction) => Promise<Outcome>;
  /** Gives what was typed back into its form: the player came back as a guest, or the server refused. */
  reopen: (action: PendingAction, errors: Record<string, string>) => void;
  /** The contact has to be proven before it can be finished. */
  askForCode: () => void;
}

/** Finishes what was kept for after sign-in, or for after the code. */
export function useResume({ run, reopen, askForCode }: Resume): void {
  const { user } = useUser();
  const latest = useRef({ run, reopen, askForCode });
  latest.current = { run, reopen, askForCode };
  const status = user === undefined ? 'unknown' : user === null ? 'guest' : user.status;
  const running = useRef(false);
  const [returns, countReturn] = useReducer((count: number) => count + 1, 0);

  useEffect(() => {
    // The back button can bring the page as it was left, without loading it.
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && countReturn();
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);

  useEffect(() => {
    const action = pendingAction.peek();
    if (!action || running.current || status === 'unknown') return;
    if (status === 'guest') {
      pendingAction.drop();
      latest.current.reopen(action, {});
    } else if (status === 'pending') {
      latest.current.askForCode();
    } else {
      running.current = true;
      void latest.current.run(action).then((outcome) => {
        running.current = false;
        if (outcome.kind === 'failed') latest.current.reopen(action, outcome.fields);
      });
    }
  }, [status, returns]);
}
