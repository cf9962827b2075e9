import type { QueryClient } from '@tanstack/react-query';

/** Steps that the guest in this browser has done; they are kept at sign-up. */
const STORE = 'tutorial-steps';

function doneAsGuest(): number[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORE) ?? '[]');
    return Array.isArray(stored)
      ? stored.filter((step): step is number => Number.isInteger(step) && step >= 1 && step <= 8)
      : [];
  } catch {
    return [];
  }
}

/** Notes a step that a guest has done, so that it can be credited after sign-up. */
export function recordGuestStep(step: number): void {
  localStorage.setItem(STORE, JSON.stringify([...new Set([...doneAsGuest(), step])]));
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
    localStorage.setItem(STORE, JSON.stringify(doneAsGuest().filter((each) => each !== step)));
  }
  return booked;
}
