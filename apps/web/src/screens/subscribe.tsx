import { m } from '#messages';
import { Link } from 'react-router-dom';
import { useUser } from '../features/session';
import { UserUnknown } from '../features/session/user-unknown';
import { PLAN, useMembership } from '../features/membership';
import { MembershipDetails } from '../features/membership/membership-details';
import { ProFeatures } from '../features/membership/pro-features';
import { ProPayment } from '../features/membership/pro-payment';
import { TrialDates } from '../features/membership/trial-dates';
import { SignOutButton } from '../features/queue';
import { formatMoney } from '../lib/format';
import { GraphProvider } from '../api/graph-client';
import { gatewayRoutes, loginUrl, paths } from '../lib/paths';
import { PRODUCT_NAME } from '../product';
import { Button } from '../ui/button';
import { Card } from '../ui/card';
import { Icon } from '../ui/icon';
import { Failed, Loading } from '../ui/load-state';
import { WidePage } from '../app/layout/page';

/** What Pro is, and its payment; guests see the page and sign in to pay. */
export default function SubscribeScreen() {
  return (
    <GraphProvider>
      <Subscribe />
    </GraphProvider>
  );
}

function Subscribe() {
  const { membership } = useMembership();
  const { price, trialDays } = membership ?? PLAN;
  const runs = membership && isRunning(membership.status);
  // Beside the payment form, which is long; for guests below the few words in its place.
  const trial = (!membership || membership.canTrial) && (
    <section aria-labelledby="trial" className="flex flex-col gap-4">
      <h2 id="trial" className="marker text-2xl">
        {m.screens_subscribe_trial_title({ days: trialDays })}
      </h2>
      <TrialDates price={price} trialDays={trialDays} />
      <Button asChild className="self-start">
        <Link to={paths.trialSignUp}>{m.screens_subscribe_trial()}</Link>
      </Button>
    </section>
  );
  return (
    <WidePage title={m.screens_subscribe_title({ product: PRODUCT_NAME })} text={m.screens_subscribe_text()}>
      <nav aria-label={m.screens_subscribe_links()} className="flex flex-wrap gap-3">
        <Button asChild size="sm">
          <Link to={paths.landing}>
            <Icon name="back" size={18} />
            {m.screens_subscribe_home()}
          </Link>
        </Button>
        <SignOutButton asChild size="sm" variant="quiet">
          <a href={gatewayRoutes.logout}>
            <Icon name="door" size={18} />
            {m.screens_subscribe_sign_out()}
          </a>
        </SignOutButton>
      </nav>
      <div className="grid items-start gap-10 lg:grid-cols-2 lg:gap-16">
        <div className="flex flex-col gap-8">
          <p className="flex flex-wrap items-baseline gap-x-3">
            <span className="marker text-5xl tabular-nums text-action-ink">{formatMoney(price)}</span>
            <span className="text-muted">{m.screens_subscribe_a_month()}</span>
          </p>
          <ProFeatures />
          {membership && trial}
        </div>
        <div className="flex flex-col gap-8">
          <section aria-labelledby="payment">
            <Card tone="action" className="flex flex-col gap-4 p-5 sm:p-7">
              <h2 id="payment" className="marker text-2xl">
                {runs ? m.screens_subscribe_yours() : m.screens_subscribe_payment()}
              </h2>
              <Payment />
            </Card>
          </section>
          {!membership && trial}
        </div>
      </div>
    </WidePage>
  );
}

const isRunning = (status: string) => status === 'trialing' || status === 'active' || status === 'past_due';

/** What the visitor can do: sign in, pay, or see the membership that runs. */
function Payment() {
  const { user, error: unknown } = useUser();
  const { membership, error, refetch } = useMembership();
  if (unknown) return <UserUnknown error={unknown} />;
  if (user === null) return <GuestPart />;
  if (error) return <Failed title={m.membership_failed()} error={error} onRetry={() => void refetch()} />;
  if (!user || !membership) return <Loading size="whole" loading={m.membership_loading()} />;
  if (isRunning(membership.status)) {
    return (
      <>
        <MembershipDetails membership={membership} />
        <Link to={paths.profile} className="self-start font-semibold text-place-ink underline underline-offset-4">
          {m.screens_subscribe_invoices()}
        </Link>
      </>
    );
  }
  return (
    <ProPayment
      user={user}
      membership={membership}
      fallback={(retry) => <Failed title={m.screens_subscribe_failed()} text="" onRetry={retry} />}
    />
  );
}

function GuestPart() {
  return (
    <>
      <p className="max-w-[48ch] text-muted">{m.screens_subscribe_guest({ days: PLAN.trialDays })}</p>
      <Button asChild variant="primary" className="self-start">
        <a href={loginUrl(`${paths.subscribe}#payment`)}>{m.screens_subscribe_sign_in()}</a>
      </Button>
    </>
  );
}
