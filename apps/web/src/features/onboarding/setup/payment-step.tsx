import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../../lib/paths';
import { Button } from '../../../ui/button';
import { Card } from '../../../ui/card';
import { toast } from '../../../ui/toast';

const SETUP_ERROR = { title: 'Setup Error', description: 'Please contact support for payment setup assistance', variant: 'destructive' } as const;

/**
 * Step 2: the VIP membership payment. No payment can be set up before the store opens, so what
 * stands here is the fallback for a setup that failed.
 */
export function PaymentStep({ onBack, onDone }: { onBack: () => void; onDone: () => void }) {
  const navigate = useNavigate();
  useEffect(() => { toast(SETUP_ERROR); }, []);
  return (
    <section aria-label="VIP membership">
      <Card tone="action" className="flex flex-col items-start gap-4 p-6 sm:p-8">
        <h2 className="marker text-2xl">VIP membership</h2>
        <p className="max-w-[58ch] text-muted">$9.99 a month after a 7-day free trial: doubled discovery awards, the worldwide wall directory and the colour tools.</p>
        <p role="note" className="border-l-4 border-danger pl-4">The payment form cannot be set up at the moment. You can go on without it.</p>
        <div className="flex flex-wrap gap-3">
          <Button variant="primary" onClick={onDone}>Finish without payment</Button>
          <Button onClick={() => void navigate(paths.home)}>Continue to Game (Demo Mode)</Button>
          <Button onClick={() => void navigate(paths.subscribe)}>Setup Full Payment Later</Button>
          <Button variant="quiet" onClick={onBack}>Back</Button>
        </div>
      </Card>
    </section>
  );
}
