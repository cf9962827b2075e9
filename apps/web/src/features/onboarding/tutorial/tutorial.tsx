import { m } from '#messages';
import { ParaglideMessage } from '@inlang/paraglide-js-react';
import { Progress } from 'radix-ui';
import { formatNumber } from '../../../lib/format';
import { paths } from '../../../lib/paths';
import { TOKENS_NAME } from '../../../product';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { Icon } from '../../../ui/icon';
import { Card } from '../../../ui/card';
import { linkTo } from '../../../ui/link-to';
import { WithProFactor } from '../../membership';
import { Interaction } from './interaction';
import { tutorialSteps } from './steps';
import { useTutorial } from './use-tutorial';

const COUNT = tutorialSteps.length;
const PROGRESS_MAXIMUM = 100;

/** The eight steps that a new player takes before the map. */
export function Tutorial() {
  const { step, index, isLast, isGuest, tokens, gained, next, previous, skip } = useTutorial();
  const progress = ((index + 1) / COUNT) * PROGRESS_MAXIMUM;
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Badge tone="place">{m.onboarding_step_of({ step: index + 1, count: COUNT })}</Badge>
        <Counter tokens={tokens} gained={gained} isGuest={isGuest} />
        <Button variant="quiet" size="sm" onClick={skip} className="ms-auto">
          {m.onboarding_skip_tutorial()}
        </Button>
      </div>
      <Progress.Root
        value={progress}
        max={PROGRESS_MAXIMUM}
        aria-label={m.onboarding_progress()}
        className="h-3 overflow-hidden rounded-xs border border-edge bg-lifted"
      >
        <Progress.Indicator
          className="size-full origin-left bg-action transition-transform duration-300 ease-spray motion-reduce:transition-none"
          style={{ transform: `scaleX(${progress / PROGRESS_MAXIMUM})` }}
        />
      </Progress.Root>
      <section aria-label={step.title()} key={step.id}>
        <Card tone="place" className="flex flex-col gap-5 p-6 sm:p-8">
          <span className={step.animation === 'none' ? undefined : animations[step.animation]}>
            <Icon name={step.icon} size={52} className="text-action-ink" />
          </span>
          <div>
            <h2 className="marker text-2xl">{step.title()}</h2>
            <p className="mt-2 max-w-[58ch] text-muted">
              <WithProFactor>{step.description}</WithProFactor>
            </p>
          </div>
          {step.reward > 0 && (
            <Badge tone="action" className="self-start">
              {m.onboarding_reward({ amount: step.reward, tokens: TOKENS_NAME })}
            </Badge>
          )}
          {step.interactive && <Interaction step={step} onDone={() => void next()} />}
        </Card>
      </section>
      <nav aria-label={m.onboarding_tutorial_steps()} className="flex items-center gap-3">
        <Button onClick={previous} disabled={index === 0}>
          {m.onboarding_previous()}
        </Button>
        <Dots index={index} />
        <Button variant="primary" onClick={() => void next()}>
          {isLast ? m.onboarding_start_exploring() : m.onboarding_next()}
        </Button>
      </nav>
    </div>
  );
}

const animations = {
  rise: 'animate-rise motion-reduce:animate-none',
  stick: 'animate-stick motion-reduce:animate-none',
};

function Counter({ tokens, gained, isGuest }: { tokens: number; gained: number; isGuest: boolean }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="flex items-center gap-1.5 font-semibold tabular-nums">
        <Icon name="coin" className="text-action-ink" />
        <span>
          <ParaglideMessage
            message={m.onboarding_tokens}
            inputs={{ count: formatNumber(tokens), tokens: TOKENS_NAME }}
            markup={{ amount: ({ children }) => <span data-testid="token-counter">{children}</span> }}
          />
        </span>
      </span>
      <span role="status">
        {gained > 0 && (
          <Badge tone="action" className="animate-stick motion-reduce:animate-none">
            {m.onboarding_gained({ amount: gained })}
          </Badge>
        )}
      </span>
      {isGuest && (
        <span className="text-sm text-muted">
          <ParaglideMessage message={m.onboarding_guest} inputs={{}} markup={{ link: linkTo(paths.signUp) }} />
        </span>
      )}
    </p>
  );
}

function Dots({ index }: { index: number }) {
  return (
    <ol aria-hidden="true" className="mx-auto flex gap-2">
      {tutorialSteps.map(({ id }, at) => (
        <li
          key={id}
          className={`size-2.5 rounded-full border border-edge ${at <= index ? 'bg-action' : 'bg-lifted'}`}
        />
      ))}
    </ol>
  );
}
