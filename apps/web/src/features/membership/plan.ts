import { formatMoney } from '../../lib/format';

/** The plan as guests see it (product constants); players see the server's data about theirs. */
export const PLAN = { price: { amount: 999, currency: 'USD' }, trialDays: 7 } as const;
/** Days before the end of a trial on which commerce reminds its player. */
export const REMINDER_DAYS = 3;

export const DAY_MS = 86_400_000;

/** The amount of the payment card's authorization: nothing is charged. */
export const nothing = () => formatMoney({ ...PLAN.price, amount: 0 });
