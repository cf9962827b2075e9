import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { gatewayRoutes, paths } from '../../../lib/paths';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { SignOutButton } from '../../queue';
import { PaymentStep } from './payment-step';
import { WalletStep } from './wallet-step';
import { WelcomeStep } from './welcome-step';

const NAMES = ['Wallet', 'Membership', 'Welcome'] as const;

/** The three steps of a new member: wallet, payment, welcome. */
export function Setup() {
  const navigate = useNavigate();
  const [step, setStep] = useState<1 | 2 | 3>(1);
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center gap-3">
        <ol aria-label="Setup steps" className="flex flex-wrap gap-2">
          {NAMES.map((name, index) => (
            <li key={name} aria-current={step === index + 1 ? 'step' : undefined}>
              <Badge tone={step > index ? 'action' : 'plain'}>{index + 1} {name}</Badge>
            </li>
          ))}
        </ol>
        <SignOutButton asChild variant="quiet" size="sm" className="ml-auto"><a href={gatewayRoutes.logout}>Sign Out</a></SignOutButton>
      </div>
      {step === 1 && <WalletStep onContinue={() => setStep(2)} />}
      {step === 2 && <PaymentStep onBack={() => setStep(1)} onDone={() => setStep(3)} />}
      {step === 3 && <WelcomeStep />}
      {step < 3 && (
        <p className="flex flex-wrap items-center gap-3 text-muted">
          All users need VIP access.
          <Button variant="quiet" size="sm" onClick={() => void navigate(paths.landing)}>Skip Setup</Button>
          <Badge>Limited Access</Badge>
        </p>
      )}
    </div>
  );
}
