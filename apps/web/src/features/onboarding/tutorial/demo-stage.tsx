import { m } from '#messages';
import { ParaglideMessage } from '@inlang/paraglide-js-react';
import { useEffect, useState } from 'react';
import { Button } from '../../../ui/button';
import { SprayCap } from '../../../ui/spray-cap';
import type { Demo } from './demos';

/** How long each of the demo's three steps is shown, and its results before it completes. */
export const DEMO_STEP_MS = 2_000;
export const DEMO_RESULTS_MS = 1_500;

type Phase = 'not started' | 0 | 1 | 2 | 'results' | 'completed';

function following(phase: Phase): Phase {
  if (phase === 'not started' || phase === 'completed') return phase;
  if (phase === 'results') return 'completed';
  return phase === 2 ? 'results' : ((phase + 1) as Phase);
}

/** Plays a demo: not started, three steps, results, completed. */
export function DemoStage({ demo, onCompleted }: { demo: Demo; onCompleted: () => void }) {
  const [phase, setPhase] = useState<Phase>('not started');

  useEffect(() => {
    if (phase === 'not started') return;
    if (phase === 'completed') return onCompleted();
    const timer = setTimeout(() => setPhase(following(phase)), phase === 'results' ? DEMO_RESULTS_MS : DEMO_STEP_MS);
    return () => clearTimeout(timer);
  }, [phase]); // eslint-disable-line react-hooks/exhaustive-deps -- the timer restarts only with the phase

  if (phase === 'not started')
    return (
      <Button variant="primary" onClick={() => setPhase(0)}>
        {m.onboarding_start_demo()}
      </Button>
    );
  if (typeof phase === 'number')
    return (
      <div role="status" className="flex items-center gap-4">
        <SprayCap busy size={48} />
        <p>
          <span className="block text-sm text-muted">
            {m.onboarding_demo_step({ title: demo.title(), step: phase + 1 })}
          </span>
          {demo.steps[phase]()}
        </p>
      </div>
    );
  return (
    <div role="status" className="flex flex-col gap-3">
      <p className="marker text-xl">
        <ParaglideMessage
          message={m.onboarding_tokens_earned}
          inputs={{ tokens: demo.reward }}
          markup={{ amount: ({ children }) => <span className="tabular-nums text-action-ink">{children}</span> }}
        />
      </p>
      <ul className="flex flex-col gap-2">
        {demo.results.map(({ name, detail, tokens, emoji, emojiType }) => (
          <li key={emoji} className="flex items-center gap-3 rounded-sm border border-line bg-lifted px-3 py-2">
            <span role="img" aria-label={m.onboarding_pin({ pin: emojiType })} className="text-xl">
              {emoji}
            </span>
            <span className="min-w-0 flex-1">
              <span className="block truncate font-semibold">{name()}</span>
              <span className="text-sm text-muted">{detail()}</span>
            </span>
            <span className="tabular-nums text-action-ink">+{tokens}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
