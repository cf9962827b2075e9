import { m } from '#messages';
import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { formatMoney } from '../../../lib/format';
import { loginUrl, paths } from '../../../lib/paths';
import { Button } from '../../../ui/button';
import { Card } from '../../../ui/card';
import { Icon } from '../../../ui/icon';
import { Loading } from '../../../ui/load-state';
import { toast } from '../../../ui/toast';
import { useRefreshUser, useUser } from '../../session';
import { PLAN, ProPayment, useMembership } from '../../membership';

/** Leads back to this step after the sign-in. */
export const PAYMENT_HASH = '#payment';

interface StepProps {
  onBack: () => void;
  onDone: () => void;
}

/** Step 2: the VIP membership payment, or the ways around it where none can be set up. */
export function PaymentStep({ onBack, onDone }: StepProps) {
  const { membership } = useMembership();
  const { price, trialDays } = membership ?? PLAN;
  return (
    <section aria-label={m.onboarding_vip()}>
      <Card tone="action" className="flex flex-col gap-5 p-6 sm:p-8">
        <h2 className="marker text-2xl">{m.onboarding_vip()}</h2>
        <p className="max-w-[58ch] text-muted">{m.onboarding_vip_text({ price: formatMoney(price) })}</p>
        {(!membership || membership.canTrial) && (
          <p>
            <Link to={paths.trialSignUp} className="font-semibold text-place-ink underline underline-offset-4">
              {m.onboarding_trial({ days: trialDays })}
            </Link>
          </p>
        )}
        <Payment onDone={onDone} />
        <Button variant="quiet" className="self-start" onClick={onBack}>
          {m.onboarding_back()}
        </Button>
      </Card>
    </section>
  );
}

function Payment({ onDone }: Pick<StepProps, 'onDone'>) {
  const refreshUser = useRefreshUser();
  const { user, error: unknown } = useUser();
  const { membership, error, refetch } = useMembership();
  if (unknown) return <Fallback onRetry={() => void refreshUser()} onDone={onDone} />;
  if (error) return <Fallback onRetry={() => void refetch()} onDone={onDone} />;
  if (user === null) return <GuestPart onDone={onDone} />;
  if (!user || !membership) return <Loading size="whole" loading={m.membership_loading()} />;
  if (membership.isPro) {
    return (
      <>
        <p role="status" className="flex items-center gap-2 font-semibold">
          <Icon name="check" className="text-action-ink" />
          {m.onboarding_is_member()}
        </p>
        <Button variant="primary" className="self-start" onClick={onDone}>
          {m.onboarding_go_on()}
        </Button>
      </>
    );
  }
  return (
    <ProPayment
      user={user}
      membership={membership}
      onDone={onDone}
      fallback={(retry) => <Fallback onRetry={retry} onDone={onDone} />}
    />
  );
}

function GuestPart({ onDone }: Pick<StepProps, 'onDone'>) {
  const navigate = useNavigate();
  return (
    <>
      <p>{m.onboarding_sign_in_first()}</p>
      <div className="flex flex-wrap gap-3">
        <Button asChild variant="primary">
          <a href={loginUrl(paths.onboarding + PAYMENT_HASH)}>{m.onboarding_sign_in()}</a>
        </Button>
        <Button onClick={onDone}>{m.onboarding_finish()}</Button>
        <Button onClick={() => void navigate(paths.subscribe)}>{m.onboarding_pay_later()}</Button>
      </div>
    </>
  );
}

/** The payment cannot be set up for now. */
function Fallback({ onRetry, onDone }: Pick<StepProps, 'onDone'> & { onRetry: () => void }) {
  const navigate = useNavigate();
  useEffect(() => {
    toast({ title: m.onboarding_setup_error(), description: m.onboarding_setup_error_text(), variant: 'destructive' });
  }, []);
  return (
    <>
      <p role="note" className="border-s-4 border-danger ps-4">
        {m.onboarding_no_payment()}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" onClick={onRetry}>
          <Icon name="retry" size={18} />
          {m.onboarding_try_again()}
        </Button>
        <Button onClick={() => void navigate(paths.home)}>{m.onboarding_demo_mode()}</Button>
        <Button onClick={() => void navigate(paths.subscribe)}>{m.onboarding_pay_later()}</Button>
        <Button variant="quiet" onClick={onDone}>
          {m.onboarding_finish()}
        </Button>
      </div>
    </>
  );
}
