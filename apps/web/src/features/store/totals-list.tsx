import { m } from '#messages';
import { readFragment, type FragmentType } from '../../api/graph/fragment-masking';
import { TotalsFactsFragmentDoc } from '../../api/graph/store/store';
import { formatMoney } from './money';

/** The totals, line by line; before the order also the amount that is missing for free shipping. */
export function TotalsList({
  totals: masked,
  isOrdered = false,
}: {
  totals: FragmentType<typeof TotalsFactsFragmentDoc>;
  isOrdered?: boolean;
}) {
  const totals = readFragment(TotalsFactsFragmentDoc, masked);
  const { subtotal, wholesaleDiscount, shipping, total, freeShippingFrom } = totals;
  const missing = freeShippingFrom.amount - (subtotal.amount - wholesaleDiscount.amount);
  return (
    <div className="flex flex-col gap-2">
      <dl className="flex flex-col gap-1.5">
        <Row name={m.store_subtotal()} value={formatMoney(subtotal)} />
        {wholesaleDiscount.amount > 0 && (
          <Row
            name={m.store_wholesale_discount()}
            value={formatMoney({ ...wholesaleDiscount, amount: -wholesaleDiscount.amount })}
          />
        )}
        <Row
          name={m.store_shipping()}
          value={shipping.amount === 0 ? m.store_shipping_free() : formatMoney(shipping)}
        />
        <Row name={m.store_total()} value={formatMoney(total)} isTotal />
      </dl>
      {!isOrdered && shipping.amount > 0 && missing > 0 && (
        <p className="text-sm text-muted">
          {m.store_to_free_shipping({ amount: formatMoney({ ...total, amount: missing }) })}
        </p>
      )}
    </div>
  );
}

function Row({ name, value, isTotal = false }: { name: string; value: string; isTotal?: boolean }) {
  return (
    <div
      className={
        isTotal
          ? 'mt-1 flex justify-between gap-4 border-t border-line pt-2.5 text-lg font-extrabold'
          : 'flex justify-between gap-4'
      }
    >
      <dt>{name}</dt>
      <dd className="tabular-nums">{value}</dd>
    </div>
  );
}
