import { m } from '#messages';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { formatNumber } from '../../../lib/format';
import { paths } from '../../../lib/paths';
import { Button } from '../../../ui/button';
import { Card } from '../../../ui/card';
import { toast } from '../../../ui/toast';

/** A month of the membership in US dollars, and the days before the first one is paid (product constants). */
const PRICE = 9.99;
const TRIAL_DAYS = 7;

/**
 * Step 2: the VIP membership payment. No payment can be set up before the store opens, so what
 * stands here is the fallback for a setup that failed.
 */
export function PaymentStep({ onBack, onDone }: { onBack: () => void; onDone: () => void }) {
  const navigate = useNavigate();
  useEffect(() => { toast({ title: m.onboarding_setup_error(), description: m.onboarding_setup_error_text(), variant: 'destructive' }); }, []);
  return (
    <section aria-label={m.onboarding_vip()}>
      <Card tone="action" className="flex flex-col items-start gap-4 p-6 sm:p-8">
        <h2 className="marker text-2xl">{m.onboarding_vip()}</h2>
        <p className="max-w-[58ch] text-muted">{m.onboarding_vip_text({ price: formatNumber(PRICE, { style: 'currency', currency: 'USD' }), days: TRIAL_DAYS })}</p>
        <p role="note" className="border-s-4 border-danger ps-4">{m.onboarding_no_payment()}</p>
        <div className="flex flex-wrap gap-3">
          <Button variant="primary" onClick={onDone}>{m.onboarding_finish()}</Button>
          <Button onClick={() => void navigate(paths.home)}>{m.onboarding_demo_mode()}</Button>
          <Button onClick={() => void navigate(paths.subscribe)}>{m.onboarding_pay_later()}</Button>
          <Button variant="quiet" onClick={onBack}>{m.onboarding_back()}</Button>
        </div>
      </Card>
    </section>
  );
}
