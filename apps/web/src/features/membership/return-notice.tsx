import { type ComponentProps, Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { lazyPart } from '../../ui/lazy-part';

// Few come back this way, and it comes with the code of Apollo.
const Returned = lazyPart(
  () => import('./returned-from-payment').then((module) => module.ReturnedFromPayment),
  () => null,
);

/** On screens that a payment leads back to after an authentication elsewhere: says how it ended. */
export function ReturnNotice(props: ComponentProps<typeof Returned>) {
  const { search } = useLocation();
  return (
    search.includes('redirect_status=') && (
      <Suspense fallback={null}>
        <Returned {...props} />
      </Suspense>
    )
  );
}
