import { m } from '#messages';
import { useMutation } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { ChangeCardDocument } from '../../api/graph/membership/changes';
import { paths } from '../../lib/paths';
import { problemDetail } from '../../api/problems';
import { Button } from '../../ui/button';
import { LoadState } from '../../ui/load-state';
import { toast } from '../../ui/toast';
import { PaymentForm } from '../payments';
import { useSettle } from './use-membership';

/**
 * A button, and instead of it once it is pressed the form for another payment card. Nothing is charged.
 * @param isUrgent the present card failed
 */
export function ChangePaymentCard({ isUrgent }: { isUrgent: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const [prepare, { data, error }] = useMutation(ChangeCardDocument);
  const settle = useSettle();
  const container = useRef<HTMLDivElement>(null);
  const load = () => void prepare().catch(() => undefined);
  const show = (open: boolean) => {
    setOpen(open);
    if (open) load();
  };
  const wasOpen = useRef(false);
  useEffect(() => {
    if (isOpen) container.current?.querySelector('h3')?.focus();
    else if (wasOpen.current) container.current?.querySelector('button')?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  const finish = async () => {
    await settle();
    toast({ title: m.membership_card_changed_title(), description: m.membership_card_changed_text() });
    setOpen(false);
  };
  return (
    <div ref={container}>
      {!isOpen && (
        <Button size="sm" variant={isUrgent ? 'primary' : 'secondary'} onClick={() => show(true)}>
          {m.membership_card_change()}
        </Button>
      )}
      {isOpen && (
        <section aria-labelledby="change-payment-card" className="flex flex-col gap-4 border-s-4 border-action ps-4">
          <h3 id="change-payment-card" tabIndex={-1} className="font-semibold outline-none">
            {m.membership_card_new()}
          </h3>
          <LoadState
            size="whole"
            loading={m.membership_payment_loading()}
            failed={m.membership_payment_unavailable()}
            isPending={!data && !error}
            error={error}
            onRetry={load}
          />
          {data && (
            <PaymentForm
              clientSecret={data.changeCard.clientSecret}
              kind="setup"
              submitLabel={m.membership_card_save()}
              returnUrl={window.location.origin + paths.profile}
              onDone={() => void finish()}
              onFailed={(message, reason) =>
                toast({
                  title: m.membership_card_failed(),
                  description: message ?? problemDetail(reason, m.membership_payment_failed_text()),
                  variant: 'destructive',
                })
              }
            />
          )}
          <Button variant="quiet" size="sm" className="self-start" onClick={() => show(false)}>
            {m.membership_card_keep()}
          </Button>
        </section>
      )}
    </div>
  );
}
