import { m } from '#messages';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { gatewayRoutes, paths } from '../../../lib/paths';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { Icon } from '../../../ui/icon';
import { SignOutButton } from '../../queue';
import { PAYMENT_HASH, PaymentStep } from './payment-step';
import { WalletStep } from './wallet-step';
import { WelcomeStep } from './welcome-step';

const NAMES = [m.onboarding_wallet, m.onboarding_membership, m.onboarding_welcome];

/** The three steps of a new member: wallet, payment, welcome. */
export function Setup() {
  const navigate = useNavigate();
  const { hash } = useLocation();
  const [step, setStep] = useState<1 | 2 | 3>(hash === PAYMENT_HASH ? 2 : 1);
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center gap-3">
        <ol aria-label={m.onboarding_setup_steps()} className="flex flex-wrap gap-2">
          {NAMES.map((name, index) => (
            <li key={index} aria-current={step === index + 1 ? 'step' : undefined}>
              <Badge tone={step === index + 1 ? 'action' : 'plain'}>
                {step > index + 1 && <Icon name="check" size={14} />}
                {m.onboarding_setup_step({ step: index + 1, name: name() })}
              </Badge>
            </li>
          ))}
        </ol>
        <SignOutButton asChild variant="quiet" size="sm" className="ms-auto">
          <a href={gatewayRoutes.logout}>{m.onboarding_sign_out()}</a>
        </SignOutButton>
      </div>
      {step === 1 && <WalletStep onContinue={() => setStep(2)} />}
      {step === 2 && <PaymentStep onBack={() => setStep(1)} onDone={() => setStep(3)} />}
      {step === 3 && <WelcomeStep />}
      {step < 3 && (
        <p className="flex flex-wrap items-center gap-3 text-muted">
          {m.onboarding_vip_needed()}
          <Button variant="quiet" size="sm" onClick={() => void navigate(paths.landing)}>
            {m.onboarding_skip_setup()}
          </Button>
          <Badge>{m.onboarding_limited()}</Badge>
        </p>
      )}
    </div>
  );
}
