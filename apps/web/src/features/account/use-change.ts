import { useMutation } from '@tanstack/react-query';
import { isUnauthorized } from '../../lib/http';
import { problemDetail } from '../../lib/problems';

interface Change<V> {
  change: (variables: V) => Promise<unknown>;
  onDone?: () => unknown;
  /** The message for a failure without a message from the server. */
  otherwise: string;
}

/** A change of the account. Any failure is in `problem`, but for an ended session, which leads to the sign-in screen. */
export function useChange<V = void>({ change, onDone, otherwise }: Change<V>) {
  const mutation = useMutation({ mutationFn: change, onSuccess: () => onDone?.() });
  const { error } = mutation;
  return { ...mutation, problem: error && !isUnauthorized(error) ? problemDetail(error, otherwise) : undefined };
}
