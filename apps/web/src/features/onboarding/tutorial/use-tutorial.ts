import { m } from '#messages';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../../lib/paths';
import { toast } from '../../../ui/toast';
import { useRefreshUser, useUser } from '../../session';
import { creditStep, recordGuestStep } from './rewards';
import { tutorialSteps } from './steps';

/** How long "+N Tokens" stays. */
export const BADGE_MS = 2_000;

/** The player's progress in the tutorial and the rewards so far. */
export function useTutorial() {
  const navigate = useNavigate();
  const { user } = useUser();
  const refreshUser = useRefreshUser();
  const client = useQueryClient();
  const [index, setIndex] = useState(0);
  const [tokens, setTokens] = useState(0);
  const [gained, setGained] = useState(0);
  const done = useRef(new Set<number>());
  const pending = useRef<Promise<unknown>>(Promise.resolve());
  const step = tutorialSteps[index]!;
  const isLast = index === tutorialSteps.length - 1;

  useEffect(() => {
    if (gained === 0) return;
    const timer = setTimeout(() => setGained(0), BADGE_MS);
    return () => clearTimeout(timer);
  }, [gained]);

  /** A signed-in player gets what the server booked; a guest only sees the counter. */
  const reward = async (): Promise<number> => {
    if (user) return creditStep(client, step.id);
    recordGuestStep(step.id);
    return step.reward;
  };

  const record = async () => {
    if (done.current.has(step.id)) return;
    done.current.add(step.id);
    try {
      const amount = await reward();
      setTokens((before) => before + amount);
      setGained(amount);
    } catch {
      done.current.delete(step.id);
      toast({
        title: m.onboarding_step_failed_title(),
        description: m.onboarding_step_failed_text(),
        variant: 'destructive',
      });
    }
  };

  return {
    step,
    index,
    isLast,
    isGuest: user === null,
    /** Spray Coins of this round. */
    tokens,
    /** The reward that was just added; 0 when it is time to hide it. */
    gained,
    next: async () => {
      const recorded = record();
      pending.current = Promise.all([pending.current, recorded]);
      if (!isLast) {
        setIndex(index + 1);
        return recorded;
      }
      // Steps may be booked in another order than they were taken in; the map shows the coins of all.
      await pending.current;
      if (user) await refreshUser();
      void navigate(paths.home);
    },
    previous: () => setIndex((before) => Math.max(0, before - 1)),
    skip: () => void navigate(paths.home),
  };
}
