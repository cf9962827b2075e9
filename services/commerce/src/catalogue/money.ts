import type * as Schema from '../schema.generated.js';

/** The store's only currency, ISO 4217. */
export const CURRENCY = 'USD';

const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: CURRENCY });

export const money = (amount: number): Schema.Money => ({ amount, currency: CURRENCY });

/** For example `$24.99`. */
export const moneyText = (amount: number): string => format.format(amount / 100);

/** A whole percentage of an amount in whole minor units, halves rounded up. */
export const percentOf = (amount: number, percent: number): number => Math.floor((amount * percent + 50) / 100);
