import { m } from '#messages';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../../lib/paths';
import { PRODUCT_NAME } from '../../../product';
import { SprayCap } from '../../../ui/spray-cap';
import { Card } from '../../../ui/card';

const REDIRECT_MS = 2_000;

/** Step 3: a welcome, and two seconds later the landing page. */
export function WelcomeStep() {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate(paths.landing), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <section aria-label={m.onboarding_welcome()}>
      <Card tone="action" className="flex flex-col items-center gap-4 p-8 text-center">
        <SprayCap size={96} />
        <p role="status" className="marker text-3xl">
          {m.onboarding_welcome_to({ product: PRODUCT_NAME })}
        </p>
        <p className="text-muted">{m.onboarding_all_set()}</p>
      </Card>
    </section>
  );
}
