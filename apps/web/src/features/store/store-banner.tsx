import { m } from '#messages';
import { Card } from '../../ui/card';
import { Icon } from '../../ui/icon';
import { formatNumber } from '../../lib/format';
import { formatMoney } from './money';

/** The rules of shipping and wholesale; the server applies them (services/commerce, catalogue/brands.ts). */
const FREE_FROM = { amount: 7_500, currency: 'USD' };
const FREE_FROM_PAINT = { amount: 20_000, currency: 'USD' };
const PAINT_BRANDS = [
  { brand: 'Nightline', percent: 0.25, cans: 50 },
  { brand: 'Kerbside', percent: 0.3, cans: 100 },
] as const;

export function StoreBanner() {
  return (
    <Card tone="action" className="grid gap-x-8 gap-y-2 sm:grid-cols-2">
      <p className="flex gap-2.5">
        <Icon name="star" className="mt-0.5 shrink-0 text-action-ink" />
        <span>
          <b>{m.store_banner_shipping({ amount: formatMoney(FREE_FROM) })}</b>{' '}
          {m.store_banner_shipping_paint({ amount: formatMoney(FREE_FROM_PAINT), brand: PAINT_BRANDS[0].brand })}
        </span>
      </p>
      <p className="flex gap-2.5">
        <Icon name="users" className="mt-0.5 shrink-0 text-action-ink" />
        <span>
          <b>{m.store_banner_wholesale()}</b>{' '}
          {PAINT_BRANDS.map(({ brand, percent, cans }) => (
            <span key={brand} className="me-2">
              {m.store_banner_brand({ brand, percent: formatNumber(percent, { style: 'percent' }), count: cans })}
            </span>
          ))}
        </span>
      </p>
    </Card>
  );
}
