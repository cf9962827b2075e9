import { useMutation } from '@tanstack/react-query';
import { paths } from '../../app/paths';
import { isUnauthorized, problemDetail } from '../../lib/http';
import { leadToLogin } from '../auth/members-only';

interface Change<V> {
  change: (variables: V) => Promise<unknown>;
  onDone?: () => unknown;
  /** What to say of a failure that comes without a sentence of the server's. */
  otherwise: string;
}

/** A change of the account. A session that is gone leads to the sign-in screen; any other failure is told in `problem`. */
export function useChange<V = void>({ change, onDone, otherwise }: Change<V>) {
  const mutation = useMutation({
    mutationFn: change,
    onSuccess: () => onDone?.(),
    onError: (error) => {
      if (isUnauthorized(error)) leadToLogin(paths.profile);
    },
  });
  const { error } = mutation;
  return { ...mutation, problem: error && !isUnauthorized(error) ? problemDetail(error, otherwise) : undefined };
}
