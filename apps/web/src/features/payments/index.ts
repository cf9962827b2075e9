/** The exports of this feature for other features. */
export { PaymentForm } from './payment-form';
export { kindOf, withoutReturn } from './returned';
