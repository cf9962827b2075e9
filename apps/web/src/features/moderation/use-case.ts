import { m } from '#messages';
import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import type { AppealDecisionInput, DecisionInput } from '../../api/graph/graphql';
import { ClaimCaseDocument, DecideAppealDocument, DecideCaseDocument } from '../../api/graph/moderation/moderation';
import { problemDetail } from '../../api/problems';

interface Called {
  /** A decision is made. */
  onDecided: () => void;
  /** Refused: another moderator may have been faster. */
  onRefused: () => void;
}

/** Shows a refusal at the fields of a form; whether it names any. */
type AtFields = (error: unknown) => boolean;

/** A moderator's actions on a case; `failed` is the sentence of the last refusal. */
export function useCase({ onDecided, onRefused }: Called) {
  const [failed, setFailed] = useState<string>();
  const [claim, claiming] = useMutation(ClaimCaseDocument);
  const [decide, deciding] = useMutation(DecideCaseDocument);
  const [decideAppeal, appealing] = useMutation(DecideAppealDocument);
  /** Whether it was done. */
  const run = async (work: () => Promise<unknown>, onDone?: () => void, atFields?: AtFields) => {
    setFailed(undefined);
    try {
      await work();
      onDone?.();
      return true;
    } catch (error) {
      if (!atFields?.(error)) {
        setFailed(problemDetail(error, m.moderation_failed()));
        onRefused();
      }
      return false;
    }
  };
  return {
    failed,
    isBusy: claiming.loading || deciding.loading || appealing.loading,
    claim: (id: string) => run(() => claim({ variables: { id } })),
    decide: (input: DecisionInput, atFields: AtFields) =>
      run(() => decide({ variables: { input } }), onDecided, atFields),
    decideAppeal: (input: AppealDecisionInput, atFields: AtFields) =>
      run(() => decideAppeal({ variables: { input } }), onDecided, atFields),
  };
}
