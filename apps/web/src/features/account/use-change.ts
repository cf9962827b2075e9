import { useMutation } from '@tanstack/react-query';
import { paths } from '../../lib/paths';
import { isUnauthorized, problemDetail } from '../../lib/http';
import { redirectToLogin } from '../auth';

interface Change<V> {
  change: (variables: V) => Promise<unknown>;
  onDone?: () => unknown;
  /** The message for a failure without a message from the server. */
  otherwise: string;
}

/** A change of the account. An ended session redirects to the sign-in screen; any other failure is in `problem`. */
export function useChange<V = void>({ change, onDone, otherwise }: Change<V>) {
  const mutation = useMutation({
    mutationFn: change,
    onSuccess: () => onDone?.(),
    onError: (error) => {
      if (isUnauthorized(error)) redirectToLogin(paths.profile);
    },
  });
  const { error } = mutation;
  return { ...mutation, problem: error && !isUnauthorized(error) ? problemDetail(error, otherwise) : undefined };
}
