/** The one plan, Pro. */
export const PRO = { amount: 999, currency: 'USD', lookupKey: 'pro_monthly_999_usd', name: 'Sprayhunt Pro' } as const;
export const TRIAL_DAYS = 7;
/** How long Pro continues after a failed renewal payment. */
export const GRACE_DAYS = 7;
const DAY_MS = 86_400_000;
export const GRACE_MS = GRACE_DAYS * DAY_MS;
