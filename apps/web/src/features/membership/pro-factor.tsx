import type { ReactNode } from 'react';
import { GraphProvider } from '../../api/graph-client';
import { useMembership } from './use-membership';

export interface ProFactorProps {
  /** Renders what depends on the factor by which the signed-in player's discoveries are rewarded. */
  children: (factor: number) => ReactNode;
}

/** Pro members, in a trial too, earn double for a discovery. */
const PRO_FACTOR = 2;

export function ProFactor({ children }: ProFactorProps) {
  return (
    <GraphProvider>
      <Known>{children}</Known>
    </GraphProvider>
  );
}

function Known({ children }: ProFactorProps) {
  const { membership } = useMembership();
  return children(membership?.isPro ? PRO_FACTOR : 1);
}
