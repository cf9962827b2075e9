import type { QueryClient } from '@tanstack/react-query';
import { CompleteTutorialStepDocument } from '../../../api/graph/onboarding/tutorial/tutorial';
import { graphClientOf } from '../../../api/graph-client';

/** @returns the Spray Coins that were booked: 0 for a step that was credited before */
export async function creditStep(rest: QueryClient, step: number): Promise<number> {
  const { data } = await graphClientOf(rest).mutate({ mutation: CompleteTutorialStepDocument, variables: { step } });
  return data!.completeTutorialStep.tokensAwarded;
}
