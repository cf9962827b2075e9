import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { type serve } from './server';

type Responses = Parameters<typeof serve>[0];

/** A gateway in test mode and the sandbox behind its payment form, which takes every payment card. */
export const paymentServer = (more: Responses = {}): Responses => ({
  'query paymentSettings': { mode: 'test', publishableKey: 'pk_test_local', sandboxUrl: 'http://localhost:12111' },
  'POST /v1/payment_methods': { id: 'pm_1' },
  'POST /v1/setup_intents/seti_1/confirm': { id: 'seti_1', status: 'succeeded' },
  'POST /v1/payment_intents/pi_1/confirm': { id: 'pi_1', status: 'succeeded' },
  ...more,
});

export const declined = (message: string) =>
  Response.json({ error: { type: 'card_error', code: 'card_declined', message } }, { status: 402 });

/** Fills in the payment card that works and sends the form. */
export async function payByCard(user: UserEvent, submitLabel: string) {
  await user.click(await screen.findByRole('button', { name: /4242 4242 4242 4242/ }));
  await user.click(screen.getByRole('button', { name: submitLabel }));
}

/** A player's membership as the server gives it. */
export const membership = (more: object = {}) => ({
  status: 'none',
  isPro: false,
  price: { amount: 999, currency: 'USD' },
  trialDays: 7,
  canTrial: false,
  trialEndsAt: null,
  currentPeriodEnd: null,
  cancelAtPeriodEnd: false,
  graceUntil: null,
  card: null,
  ...more,
});

export const VISA = { brand: 'visa', last4: '4242', expMonth: 4, expYear: 2031 };
