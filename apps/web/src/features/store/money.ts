import { formatNumber } from '../../lib/format';

export interface Amount {
  /** Minor units: cents. */
  amount: number;
  currency: string;
}

/** $24.99 */
export function formatMoney({ amount, currency }: Amount): string {
  const minor =
    10 ** (new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2);
  return formatNumber(amount / minor, { style: 'currency', currency });
}
