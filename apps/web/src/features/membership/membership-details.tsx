import { m } from '#messages';
import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { MembershipFragment } from '../../api/graph/graphql';
import { CancelMembershipDocument, ResumeMembershipDocument } from '../../api/graph/membership/changes';
import { formatDate, formatMoney } from '../../lib/format';
import { isUnauthorized } from '../../api/http';
import { paths } from '../../lib/paths';
import { problemDetail } from '../../api/problems';
import { PRODUCT_NAME } from '../../product';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Icon } from '../../ui/icon';
import { toast } from '../../ui/toast';
import { useUser } from '../session';
import { ChangePaymentCard } from './change-payment-card';
import { ProLabel } from './pro-badge';

/** The state of a membership in words, its payment card, and what can be done about both. */
export function MembershipDetails({ membership }: { membership: MembershipFragment }) {
  const { isUnverified } = useUser();
  const { status, isPro, card: paymentCard, cancelAtPeriodEnd } = membership;
  const runs = status === 'trialing' || status === 'active' || status === 'past_due';
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col gap-1.5">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {isPro ? PRODUCT_NAME : m.membership_no_pro({ product: PRODUCT_NAME })}
          {isPro && <ProLabel />}
        </p>
        <p
          role={status === 'past_due' ? 'alert' : undefined}
          className={status === 'past_due' ? 'font-medium text-danger-ink' : 'max-w-[60ch] text-muted'}
        >
          {state(membership)}
        </p>
        {isUnverified && status === 'trialing' && cancelAtPeriodEnd && (
          <p className="max-w-[60ch]">{m.membership_state_trial_code()}</p>
        )}
      </div>
      {!runs && (
        <Button asChild variant="primary" className="self-start">
          <Link to={paths.subscribe}>
            <Icon name="crown" size={18} />
            {status === 'incomplete' ? m.membership_finish() : m.membership_become({ product: PRODUCT_NAME })}
          </Link>
        </Button>
      )}
      {runs && (
        <>
          <div className="flex flex-col gap-3">
            <p>
              <span className="block text-sm text-muted">{m.membership_card()}</span>
              <span className="block font-semibold tabular-nums">
                {paymentCard
                  ? m.membership_card_of({
                      brand: brandName(paymentCard.brand),
                      last4: paymentCard.last4,
                      month: String(paymentCard.expMonth).padStart(2, '0'),
                      year: String(paymentCard.expYear),
                    })
                  : m.membership_card_none()}
              </span>
            </p>
            <ChangePaymentCard isUrgent={status === 'past_due'} />
          </div>
          {cancelAtPeriodEnd ? !isUnverified && <Resume /> : <Cancel membership={membership} />}
        </>
      )}
    </div>
  );
}

function Resume() {
  const [resume, { loading }] = useMutation(ResumeMembershipDocument);
  const undo = () =>
    resume().then(
      () => toast({ title: m.membership_resumed_title(), description: m.membership_resumed_text() }),
      (error: unknown) => {
        if (!isUnauthorized(error))
          toast({
            title: m.membership_error(),
            description: problemDetail(error, m.membership_not_changed()),
            variant: 'destructive',
          });
      },
    );
  return (
    <Button variant="primary" className="self-start" pending={loading} onClick={() => void undo()}>
      {m.membership_resume()}
    </Button>
  );
}

function Cancel({ membership }: { membership: MembershipFragment }) {
  const [asks, setAsks] = useState(false);
  const [cancel, { loading, error, reset }] = useMutation(CancelMembershipDocument);
  const end = () =>
    cancel().then(
      () => {
        setAsks(false);
        toast({ title: m.membership_cancelled_title(), description: m.membership_cancelled_text() });
      },
      () => undefined,
    );
  const ends = membership.status === 'trialing' ? membership.trialEndsAt : membership.currentPeriodEnd;
  return (
    <>
      <Button
        variant="quiet"
        className="-ms-5 self-start"
        onClick={() => {
          reset();
          setAsks(true);
        }}
      >
        {m.membership_cancel()}
      </Button>
      <ConfirmDialog
        open={asks}
        title={m.membership_cancel_title()}
        text={ends ? m.membership_cancel_text({ date: day(ends) }) : m.membership_cancel_text_soon()}
        confirmLabel={m.membership_cancel()}
        cancelLabel={m.membership_keep()}
        pending={loading}
        error={error && !isUnauthorized(error) ? problemDetail(error, m.membership_not_changed()) : undefined}
        onConfirm={() => void end()}
        onClose={() => setAsks(false)}
      />
    </>
  );
}

const day = (moment: string) => formatDate(moment, { dateStyle: 'long' });

/** Its state, in a sentence or two. */
function state({
  status,
  price,
  trialEndsAt,
  currentPeriodEnd,
  cancelAtPeriodEnd,
  graceUntil,
}: MembershipFragment): string {
  const money = formatMoney(price);
  switch (status) {
    case 'trialing': {
      const date = trialEndsAt ? day(trialEndsAt) : '';
      return cancelAtPeriodEnd
        ? m.membership_state_trial_ends({ date })
        : m.membership_state_trial({ date, price: money });
    }
    case 'active': {
      const date = currentPeriodEnd ? day(currentPeriodEnd) : '';
      return cancelAtPeriodEnd ? m.membership_state_ends({ date }) : m.membership_state_renews({ date, price: money });
    }
    case 'past_due':
      return graceUntil ? m.membership_state_failed({ date: day(graceUntil) }) : m.membership_state_failed_now();
    case 'incomplete':
      return m.membership_state_incomplete();
    case 'cancelled':
      return m.membership_state_over();
    default:
      return m.membership_state_none();
  }
}

/** As the payment card says it: `visa` is Visa, `american_express` American Express. */
const brandName = (brand: string) =>
  brand.replace(/(^|_)(\w)/g, (_, gap: string, letter: string) => (gap ? ' ' : '') + letter.toUpperCase());
