/** The exports of this feature for other features. */
export { PLAN } from './plan';
export { ProBadge } from './pro-badge';
export { ProInvitation } from './pro-invitation';
export { ProPayment } from './pro-payment';
export { useMembership } from './use-membership';
export { WithProFactor } from './with-pro-factor';
