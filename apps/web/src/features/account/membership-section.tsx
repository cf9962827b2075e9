import { m } from '#messages';
import { Suspense } from 'react';
import { PRODUCT_NAME } from '../../product';
import { lazyPart } from '../../ui/lazy-part';
import { Skeleton } from '../../ui/skeleton';
import { AccountSection } from './account-section';

// It comes with the code of the payment form.
const MembershipSettings = lazyPart(() =>
  import('../membership/membership-settings').then((module) => module.MembershipSettings),
);

export function MembershipSection() {
  return (
    <AccountSection
      icon="crown"
      title={m.account_membership_title({ product: PRODUCT_NAME })}
      summary={m.account_membership_summary()}
    >
      {() => (
        <Suspense fallback={<Skeleton className="h-24" />}>
          <MembershipSettings />
        </Suspense>
      )}
    </AccountSection>
  );
}
