import { formatMoney } from '../../lib/format';

/** The one plan as guests are told of it (product constants); players see what the server says of theirs. */
export const PLAN = { price: { amount: 999, currency: 'USD' }, trialDays: 7 } as const;
/** Days before the end of a trial on which commerce reminds its player. */
export const REMINDER_DAYS = 3;

export const DAY_MS = 86_400_000;

/** Nothing is taken: the amount of the card's authorization. */
export const nothing = () => formatMoney({ ...PLAN.price, amount: 0 });
