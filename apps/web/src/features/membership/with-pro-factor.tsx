import { Suspense } from 'react';
import { lazyPart } from '../../ui/lazy-part';
import type { ProFactorProps } from './pro-factor';

const WithoutPro = ({ children }: ProFactorProps) => children(1);

// It comes with the code of Apollo, which nothing waits for.
const Loaded = lazyPart(() => import('./pro-factor').then((module) => module.ProFactor), WithoutPro);

/** Gives its children the factor by which the signed-in player's discoveries are rewarded: 1 until more is known. */
export function WithProFactor({ children }: ProFactorProps) {
  return (
    <Suspense fallback={children(1)}>
      <Loaded>{children}</Loaded>
    </Suspense>
  );
}
