/** What other features use of this one. */
export { PLAN } from './plan';
export { ProBadge } from './pro-badge';
export { ProPayment } from './pro-payment';
export { useMembership } from './use-membership';
