import type { QueryClient } from '@tanstack/react-query';
import { stored } from '../../../lib/stored';

/** Steps that the guest in this browser has done; they are kept at sign-up. */
const guestSteps = stored<unknown>('localStorage', 'tutorial-steps');

function doneAsGuest(): number[] {
  const steps = guestSteps.read();
  return Array.isArray(steps)
    ? steps.filter((step): step is number => Number.isInteger(step) && Number(step) >= 1 && Number(step) <= 8)
    : [];
}

/** Notes a step that a guest has done, so that it can be credited after sign-up. */
export function recordGuestStep(step: number): void {
  guestSteps.write([...new Set([...doneAsGuest(), step])]);
}

/** @returns the Spray Coins that were booked: 0 for a step that was credited before */
export async function creditStep(rest: QueryClient, step: number): Promise<number> {
  // With Apollo's code, which no other screen waits for.
  const credit = await import('./credit-step');
  return credit.creditStep(rest, step);
}

/**
 * Credits the steps done as a guest, once there is an account; failed ones are retried the next time.
 * @returns the Spray Coins that were booked
 */
export async function creditGuestSteps(rest: QueryClient): Promise<number> {
  let booked = 0;
  for (const step of doneAsGuest()) {
    booked += await creditStep(rest, step);
    guestSteps.write(doneAsGuest().filter((each) => each !== step));
  }
  return booked;
}
