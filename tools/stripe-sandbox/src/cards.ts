import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { ApiError, type ErrorBody } from './api-error.js';
import type { World } from './world.js';

/** `setup`: asks for authentication until the card was set up with one; `always`: for each payment. */
export type CardBehaviour = { declines?: Decline; attaches?: true; authentication?: 'setup' | 'always' };
type Decline =
  | 'generic_decline'
  | 'insufficient_funds'
  | 'lost_card'
  | 'stolen_card'
  | 'expired_card'
  | 'incorrect_cvc'
  | 'processing_error'
  | 'authentication_required';

interface TestCard extends CardBehaviour {
  number: string;
  /** Ids that create a new payment method with this card. */
  tokens: string[];
  brand?: 'visa' | 'mastercard' | 'amex';
  funding?: 'debit';
}

/** The test cards of https://docs.stripe.com/testing that the sandbox supports. */
const CARDS: TestCard[] = [
  { number: '4242424242424242', tokens: ['pm_card_visa'] },
  { number: '4000056655665556', tokens: ['pm_card_visa_debit'], funding: 'debit' },
  { number: '5555555555554444', tokens: ['pm_card_mastercard'], brand: 'mastercard' },
  { number: '378282246310005', tokens: ['pm_card_amex'], brand: 'amex' },
  {
    number: '4000000000000002',
    tokens: ['pm_card_visa_chargeDeclined', 'pm_card_chargeDeclined'],
    declines: 'generic_decline',
  },
  {
    number: '4000000000009995',
    tokens: ['pm_card_visa_chargeDeclinedInsufficientFunds', 'pm_card_chargeDeclinedInsufficientFunds'],
    declines: 'insufficient_funds',
  },
  { number: '4000000000009987', tokens: ['pm_card_visa_chargeDeclinedLostCard'], declines: 'lost_card' },
  { number: '4000000000009979', tokens: ['pm_card_visa_chargeDeclinedStolenCard'], declines: 'stolen_card' },
  { number: '4000000000000069', tokens: ['pm_card_chargeDeclinedExpiredCard'], declines: 'expired_card' },
  { number: '4000000000000127', tokens: ['pm_card_chargeDeclinedIncorrectCvc'], declines: 'incorrect_cvc' },
  { number: '4000000000000119', tokens: ['pm_card_chargeDeclinedProcessingError'], declines: 'processing_error' },
  { number: '4000000000000341', tokens: ['pm_card_chargeCustomerFail'], declines: 'generic_decline', attaches: true },
  { number: '4000002500003155', tokens: ['pm_card_authenticationRequiredOnSetup'], authentication: 'setup' },
  { number: '4000002760003184', tokens: ['pm_card_authenticationRequired'], authentication: 'always' },
];

/** Declines with a code of their own; the others have `card_declined` and say the rest in `decline_code`. */
const CODES_OF_OWN: Partial<Record<Decline, string>> = {
  expired_card: 'Your card has expired.',
  incorrect_cvc: "Your card's security code is incorrect.",
  processing_error: 'An error occurred while processing your card. Try again in a little bit.',
};
const MESSAGES: Partial<Record<Decline, string>> = {
  insufficient_funds: 'Your card has insufficient funds.',
  authentication_required: 'Your card was declined. This transaction requires authentication.',
};

export function cardByToken(token: string): TestCard | undefined {
  return CARDS.find(({ tokens }) => tokens.includes(token));
}

/** A test card by its number. Other numbers are rejected as real cards are in Stripe's test mode. */
export function cardByNumber(input: string): TestCard {
  const number = input.replace(/[\s-]/g, '');
  const card = CARDS.find((one) => one.number === number);
  if (card) return card;
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number))
    throw cardError('incorrect_number', 'Your card number is incorrect.', { param: 'number' });
  throw new ApiError(402, {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'test_mode_live_card',
    param: '',
    message:
      'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid ' +
      'test cards, visit: https://stripe.com/docs/testing.',
  });
}

function passesLuhn(number: string): boolean {
  const sum = [...number]
    .reverse()
    .reduce(
      (total, digit, index) =>
        total + (index % 2 === 0 ? Number(digit) : ((Number(digit) * 2) % 10) + Math.floor((Number(digit) * 2) / 10)),
      0,
    );
  return sum % 10 === 0;
}

/** The fields of the card within a payment method. One number has one fingerprint, independent of the customer. */
export function cardFields(
  { number, brand = 'visa', funding }: TestCard,
  month: number,
  year: number,
): Stripe.PaymentMethod.Card {
  return {
    brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'US',
    display_brand: brand === 'amex' ? 'american_express' : brand,
    exp_month: month,
    exp_year: year,
    fingerprint: createHash('sha256').update(number).digest('base64url').replace(/[-_]/g, '0').slice(0, 16),
    funding: funding ?? 'credit',
    generated_from: null,
    last4: number.slice(-4),
    networks: { available: [brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  };
}

export function cardError(code: string, message: string, more: Partial<ErrorBody> = {}): ApiError {
  return new ApiError(402, {
    type: 'card_error',
    code,
    message,
    doc_url: `https://docs.stripe.com/error-codes/${code.replaceAll('_', '-')}`,
    ...more,
  });
}

function declined(decline: Decline, more: Partial<ErrorBody>): ApiError {
  const own = CODES_OF_OWN[decline];
  if (own)
    return cardError(decline, own, {
      ...more,
      ...(decline !== 'processing_error' && { param: decline === 'expired_card' ? 'exp_month' : 'cvc' }),
    });
  if (decline === 'authentication_required')
    return cardError('authentication_required', MESSAGES[decline]!, { ...more, decline_code: decline });
  return cardError('card_declined', MESSAGES[decline] ?? 'Your card was declined.', { ...more, decline_code: decline });
}

/** Result of using a card: undefined (it worked), `authenticate`, or the error of a decline. */
export function useCard(
  world: World,
  method: Stripe.PaymentMethod,
  use: 'setup' | 'payment',
  { offSession = false, authenticated = false } = {},
): 'authenticate' | ApiError | undefined {
  const card = world.getOrThrow('card', method.id, 'payment_method');
  const { declines, attaches, authentication } = card.behaviour;
  if (declines && !(use === 'setup' && attaches)) return declined(declines, { payment_method: method });
  const setUp = authentication === 'setup' && card.authenticated;
  if (!authentication || authenticated || setUp) return undefined;
  return offSession ? declined('authentication_required', { payment_method: method }) : 'authenticate';
}

export function expiryOf(month: number, year: number, now: number): { month: number; year: number } {
  const full = year < 100 ? 2_000 + year : year;
  if (month < 1 || month > 12)
    throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.", { param: 'exp_month' });
  const today = new Date(now * 1_000);
  const past = full * 12 + month < today.getUTCFullYear() * 12 + today.getUTCMonth() + 1;
  if (past || full > today.getUTCFullYear() + 50)
    throw cardError('invalid_expiry_year', "Your card's expiration year is invalid.", { param: 'exp_year' });
  return { month, year: full };
}
