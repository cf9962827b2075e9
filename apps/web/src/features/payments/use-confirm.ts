import { m } from '#messages';
import { useRef, useState } from 'react';
import { problemDetail } from '../../api/problems';
import type { PaymentFormProps } from './payment-form';

/**
 * Result of a confirmation: the payment card was accepted, the holder was redirected to authenticate, or the reason of
 * a failure.
 */
export type Confirmed = 'done' | 'redirected' | { refused: string };

/** Runs a confirmation once at a time and says why one failed. */
export function useConfirm({
  beforeConfirm,
  onDone,
  onFailed,
}: Pick<PaymentFormProps, 'beforeConfirm' | 'onDone' | 'onFailed'>) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const running = useRef(false);

  const fail = (message: string, error?: unknown) => {
    setProblem(message);
    onFailed?.(message, error);
  };
  const confirm = async (attempt: () => Promise<Confirmed>) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setProblem(undefined);
    // The page is being left for the authentication: the button stays busy.
    let ended: Confirmed | undefined;
    try {
      await beforeConfirm?.();
      ended = await attempt();
      if (ended === 'done') onDone();
      else if (ended !== 'redirected') fail(ended.refused);
    } catch (error) {
      fail(problemDetail(error, m.payments_no_connection()), error);
    } finally {
      running.current = ended === 'redirected';
      setBusy(running.current);
    }
  };
  return { confirm, isBusy, problem };
}
