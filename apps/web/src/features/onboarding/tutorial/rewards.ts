import { api } from '../../../lib/http';

/** Steps that the guest in this browser has done; they are kept at sign-up. */
const STORE = 'tutorial-steps';

function doneAsGuest(): number[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORE) ?? '[]');
    return Array.isArray(stored) ? stored.filter((step): step is number => Number.isInteger(step) && step >= 1 && step <= 8) : [];
  } catch {
    return [];
  }
}

/** Notes a step that a guest has done, so that it can be credited after sign-up. */
export function noteGuestStep(step: number): void {
  localStorage.setItem(STORE, JSON.stringify([...new Set([...doneAsGuest(), step])]));
}

/** @returns the Spray Coins that were booked: 0 for a step that was credited before */
export async function creditStep(step: number): Promise<number> {
  const { data } = await api.POST('/api/tutorial/steps/{step}', { params: { path: { step: String(step) } } });
  return data?.tokensAwarded ?? 0;
}

/**
 * Credits the steps done as a guest, once there is an account; failed ones are retried the next time.
 * @returns the Spray Coins that were booked
 */
export async function creditGuestSteps(): Promise<number> {
  let booked = 0;
  for (const step of doneAsGuest()) {
    booked += await creditStep(step);
    localStorage.setItem(STORE, JSON.stringify(doneAsGuest().filter((each) => each !== step)));
  }
  return booked;
}
