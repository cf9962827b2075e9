import { m } from '#messages';
import { useEffect, useState } from 'react';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { DemoStage } from './demo-stage';
import type { TutorialStep } from './steps';

/** From the end of the action to its alert. */
export const ALERT_MS = 1_000;

/** What an interactive step offers: its action, its demo where it has one, then the alert that leads on. */
export function Interaction({ step, onDone }: { step: TutorialStep; onDone: () => void }) {
  const [stage, setStage] = useState<'offered' | 'demo' | 'acted' | 'alert'>('offered');

  useEffect(() => {
    if (stage !== 'acted') return;
    const timer = setTimeout(() => setStage('alert'), ALERT_MS);
    return () => clearTimeout(timer);
  }, [stage]);

  return (
    <div className="min-h-28">
      {stage === 'demo' && step.demo ? (
        <DemoStage demo={step.demo} onCompleted={() => setStage('acted')} />
      ) : (
        <Button
          onClick={() => setStage(step.demo ? 'demo' : 'acted')}
          pending={stage === 'acted'}
          disabled={stage === 'alert'}
        >
          {step.actionLabel?.()}
        </Button>
      )}
      <Dialog
        open={stage === 'alert'}
        onOpenChange={onDone}
        size="sm"
        title={step.title()}
        description={step.alert?.()}
        footer={
          <Button variant="primary" onClick={onDone}>
            {m.onboarding_continue()}
          </Button>
        }
      />
    </div>
  );
}
