import { m } from '#messages';
import { Invoices } from './invoices';
import { LoadState } from '../../ui/load-state';
import { MembershipDetails } from './membership-details';
import { useMembership } from './use-membership';

/** Membership and invoices within the settings of the account. */
export function MembershipSettings() {
  const { membership, isPending, error, refetch } = useMembership();
  return (
    <div className="flex max-w-[64ch] flex-col gap-7">
      <LoadState
        loading={m.membership_loading()}
        failed={m.membership_failed()}
        isPending={isPending}
        error={error}
        onRetry={() => void refetch()}
      />
      {membership && <MembershipDetails membership={membership} />}
      {membership && membership.status !== 'none' && <Invoices />}
    </div>
  );
}
