import { useMutation } from '@tanstack/react-query';
import { problemIn } from './refusals';

interface Change<V> {
  change: (variables: V) => Promise<unknown>;
  onDone?: () => unknown;
  /** The message for a failure without a message from the server. */
  otherwise: string;
}

/**
 * A change of the account, by either client. Any failure is in `problem`, but for an ended session, which leads to the
 * sign-in screen.
 */
export function useChange<V = void>({ change, onDone, otherwise }: Change<V>) {
  const mutation = useMutation({ mutationFn: change, onSuccess: () => onDone?.() });
  return { ...mutation, problem: problemIn(mutation.error, otherwise) };
}
