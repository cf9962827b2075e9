import { m } from '#messages';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { clearDraft, startCodeWait, useRefreshUser, useUser, VERIFICATION } from '../../session';
import { formatMoney } from '../../../lib/format';
import { guestApi } from '../../../api/http';
import { newIdempotencyKey } from '../../../lib/random';
import { paths } from '../../../lib/paths';
import { problemDetail } from '../../../api/problems';
import { PRODUCT_NAME } from '../../../product';
import { Button } from '../../../ui/button';
import { Card } from '../../../ui/card';
import { EmptyState } from '../../../ui/empty-state';
import { Loading } from '../../../ui/load-state';
import { toast } from '../../../ui/toast';
import { PaymentForm } from '../../payments';
import { nothing, PLAN } from '../plan';
import { trialOutcome } from '../trial-outcome';
import { useMembership, useSettle } from '../use-membership';
import { namesField, TrialForm } from './trial-form';
import { toPayload, type TrialValues } from './trial-rules';

/** The trial sign-up: personal details, then the authorization of a payment card, then the player's profile. */
export function TrialSignUp() {
  const { user, error } = useUser();
  const { membership, isPending } = useMembership();
  const [step, setStep] = useState<{ values: TrialValues; clientSecret: string; draft: string }>();
  const [refusal, setRefusal] = useState<unknown>();
  const goBack = (reason?: unknown) => {
    setRefusal(reason);
    setStep(undefined);
  };
  // What the server says of the membership meanwhile does not take the payment away.
  if (step) return <TrialPayment {...step} isPlayer={Boolean(user)} onBack={goBack} />;
  if ((user === undefined && !error) || isPending) return <Loading size="whole" loading={m.membership_loading()} />;
  if (membership && !membership.canTrial) {
    return (
      <EmptyState
        icon="crown"
        title={m.membership_trial_none_title()}
        text={m.membership_trial_none_text()}
        action={
          <Button asChild variant="primary">
            <Link to={paths.subscribe}>{m.membership_trial_none_action({ product: PRODUCT_NAME })}</Link>
          </Button>
        }
      />
    );
  }
  return (
    <TrialForm
      user={user ?? null}
      refusal={refusal}
      onReady={(values, clientSecret, draft) => setStep({ values, clientSecret, draft })}
    />
  );
}

interface TrialPaymentProps {
  values: TrialValues;
  clientSecret: string;
  /** Key of what the form keeps in the tab. */
  draft: string;
  /** Has an account already. */
  isPlayer: boolean;
  /** @param refusal of the account, which names a field of the form */
  onBack: (refusal?: unknown) => void;
}

function TrialPayment({ values, clientSecret, draft, isPlayer, onBack }: TrialPaymentProps) {
  const navigate = useNavigate();
  const refreshUser = useRefreshUser();
  const settle = useSettle();
  const [key] = useState(newIdempotencyKey);
  const [hasAccount, setHasAccount] = useState(isPlayer);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);

  /**
   * The account comes before the payment card is confirmed, and once: another card is another try of the payment alone.
   */
  const signUp = async () => {
    if (hasAccount) return;
    await guestApi.POST('/api/stripe-signup', { body: toPayload(values), headers: { 'idempotency-key': key } });
    startCodeWait(VERIFICATION);
    setHasAccount(true);
  };
  const finish = async () => {
    clearDraft(draft);
    const [membership] = await Promise.all([settle(), refreshUser()]);
    toast(trialOutcome(membership));
    void navigate(paths.avatarCreation);
  };
  // The provider's sentence about the payment card, or ours about the account.
  const fail = (message?: string, error?: unknown) => {
    const otherwise = m.membership_trial_signup_failed_text();
    toast({
      title: m.membership_trial_signup_failed_title(),
      description: error ? problemDetail(error, otherwise) : message || otherwise,
      variant: 'destructive',
    });
    if (namesField(error)) onBack(error);
  };

  return (
    <section aria-labelledby="trial-payment">
      <Card tone="action" className="flex flex-col gap-5 p-5 sm:p-7">
        <h2 ref={title} id="trial-payment" tabIndex={-1} className="marker text-2xl outline-none">
          {m.membership_trial_payment({ nothing: nothing() })}
        </h2>
        <p className="max-w-[60ch] text-muted">
          {m.membership_trial_payment_text({ days: PLAN.trialDays, price: formatMoney(PLAN.price) })}
        </p>
        <PaymentForm
          clientSecret={clientSecret}
          kind="setup"
          submitLabel={m.membership_trial_start()}
          returnUrl={`${window.location.origin}${paths.avatarCreation}`}
          beforeConfirm={signUp}
          onDone={() => void finish()}
          onFailed={fail}
        />
        {(isPlayer || !hasAccount) && (
          <Button variant="quiet" className="self-start" onClick={() => onBack()}>
            {m.membership_trial_back()}
          </Button>
        )}
      </Card>
    </section>
  );
}
