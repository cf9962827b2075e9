/** What other features use of this one. */
export { PaymentForm } from './payment-form';
export { kindOf, withoutReturn } from './returned';
