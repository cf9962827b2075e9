import { m } from '#messages';
import { PLAN } from '../features/membership';
import { ProFeatures } from '../features/membership/pro-features';
import { TrialDates } from '../features/membership/trial-dates';
import { TrialSignUp } from '../features/membership/trial/trial-sign-up';
import { GraphProvider } from '../api/graph-client';
import { PRODUCT_NAME } from '../product';
import { WidePage } from '../app/layout/page';

/** Sign-up with a free trial of Pro. */
export default function TrialSignUpScreen() {
  return (
    <WidePage
      title={m.screens_trial_title({ days: PLAN.trialDays, product: PRODUCT_NAME })}
      text={m.screens_trial_text()}
    >
      <div className="grid items-start gap-10 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-16">
        <div className="lg:row-span-2">
          <GraphProvider>
            <TrialSignUp />
          </GraphProvider>
        </div>
        {/* What is charged, and when, is seen before the form's button at every size. */}
        <aside aria-label={m.screens_trial_aside()} className="max-lg:order-first">
          <TrialDates />
        </aside>
        <ProFeatures />
      </div>
    </WidePage>
  );
}
