import { m } from '#messages';
import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { ClaimCaseDocument, DecideAppealDocument, DecideCaseDocument, type AppealDecisionInput, type DecisionInput } from '../../api/graph/graphql';
import { problemDetail } from '../../lib/problems';

interface Called {
  /** A decision is made. */
  onDecided: () => void;
  /** Refused: another moderator may have been faster. */
  onRefused: () => void;
}

/** What a moderator does to a case; `failed` is the sentence of the last refusal. */
export function useCase({ onDecided, onRefused }: Called) {
  const [failed, setFailed] = useState<string>();
  const [claim, claiming] = useMutation(ClaimCaseDocument);
  const [decide, deciding] = useMutation(DecideCaseDocument);
  const [decideAppeal, appealing] = useMutation(DecideAppealDocument);
  const run = async (work: () => Promise<unknown>, onDone?: () => void) => {
    setFailed(undefined);
    try {
      await work();
      onDone?.();
    } catch (error) {
      setFailed(problemDetail(error, m.moderation_failed()));
      onRefused();
    }
  };
  return {
    failed,
    isBusy: claiming.loading || deciding.loading || appealing.loading,
    claim: (id: string) => run(() => claim({ variables: { id } })),
    decide: (input: DecisionInput) => run(() => decide({ variables: { input } }), onDecided),
    decideAppeal: (input: AppealDecisionInput) => run(() => decideAppeal({ variables: { input } }), onDecided),
  };
}
