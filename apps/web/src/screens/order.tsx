import { m } from '#messages';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { OrderFactsFragment } from '../api/graph/graphql';
import { countryName } from '../features/store/countries';
import { formatMoney } from '../features/store/money';
import { OrderPayment } from '../features/store/order-payment';
import { ORDER_STATUS } from '../features/store/order-status';
import { TotalsList } from '../features/store/totals-list';
import { useOrder } from '../features/store/use-order';
import { readFragment } from '../api/graph/fragment-masking';
import { TotalsFactsFragmentDoc } from '../api/graph/store/store';
import { formatDate, formatNumber } from '../lib/format';
import { GraphProvider } from '../api/graph-client';
import { paths } from '../lib/paths';
import { problemDetail } from '../api/problems';
import { Button } from '../ui/button';
import { Card } from '../ui/card';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { EmptyState } from '../ui/empty-state';
import { Icon } from '../ui/icon';
import { LoadState } from '../ui/load-state';
import { SprayCap } from '../ui/spray-cap';
import { WidePage } from '../app/layout/page';

/**
 * One order: its payment, the confirmation, and what became of it. For its player, or by the token of the receipt's
 * link.
 */
export default function OrderScreen() {
  const { id = '' } = useParams();
  return (
    <GraphProvider>
      <OrderPage key={id} id={id} />
    </GraphProvider>
  );
}

function OrderPage({ id }: { id: string }) {
  const { order, isUnknown, isPending, error, refetch, ...rest } = useOrder(id);
  const title = order && (rest.hasJustPaid ? m.store_thanks() : m.store_order({ number: order.number }));
  return (
    <WidePage title={title ?? m.store_order_title()} text={order && ORDER_STATUS[order.status].text()}>
      <LoadState
        loading={m.store_order_loading()}
        failed={m.store_order_not_loaded()}
        isPending={isPending}
        error={error}
        onRetry={() => void refetch()}
      />
      {isUnknown && (
        <EmptyState icon="shop" title={m.store_order_unknown_title()} text={m.store_order_unknown_text()} />
      )}
      {order && <Details order={order} {...rest} />}
      <Link to={paths.merch} className="self-start py-2 font-semibold text-place-ink underline underline-offset-4">
        {m.store_all_products()}
      </Link>
    </WidePage>
  );
}

type DetailsProps = { order: OrderFactsFragment } & Pick<
  ReturnType<typeof useOrder>,
  'token' | 'isChecking' | 'hasJustPaid' | 'paid' | 'cancel'
>;

function Details({ order, token, isChecking, hasJustPaid, paid, cancel }: DetailsProps) {
  const { id, number, status, placedAt, email, address, lines, totals, refunded, tracking, canCancel, reservedUntil } =
    order;
  const total = formatMoney(readFragment(TotalsFactsFragmentDoc, totals).total);
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-14">
      <div className="flex min-w-0 flex-col gap-5">
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5">
          {hasJustPaid && <Fact name={m.store_order_number()} value={number} />}
          <Fact name={m.store_order_status()} value={ORDER_STATUS[status].name()} />
          <Fact
            name={m.store_order_placed()}
            value={formatDate(placedAt, { dateStyle: 'medium', timeStyle: 'short' })}
          />
          {refunded.amount > 0 && <Fact name={m.store_order_refunded()} value={formatMoney(refunded)} />}
        </dl>
        {hasJustPaid && email && (
          <Card tone="action" className="flex items-center gap-4">
            <SprayCap size={48} fill={1} />
            <p role="status">{m.store_receipt_sent({ email })}</p>
          </Card>
        )}
        {status === 'awaiting_payment' && (
          <section aria-label={m.store_payment()} className="flex flex-col gap-4">
            <h2 className="marker text-2xl">{m.store_payment()}</h2>
            {reservedUntil && (
              <p className="text-sm text-muted">
                {m.store_reserved({ time: formatDate(reservedUntil, { timeStyle: 'short' }) })}
              </p>
            )}
            {isChecking ? (
              <p role="status" className="flex items-center gap-3">
                <SprayCap busy size={28} />
                {m.store_checking()}
              </p>
            ) : (
              <OrderPayment id={id} token={token} total={total} onPaid={paid} />
            )}
          </section>
        )}
        {tracking && (
          <Card tone="place" className="flex flex-col gap-1.5">
            <h2 className="font-semibold">{m.store_tracking()}</h2>
            <p>
              {tracking.carrier} {tracking.number}
            </p>
            {tracking.url && (
              <a
                href={tracking.url}
                target="_blank"
                rel="noreferrer"
                className="inline-flex items-center gap-1.5 self-start font-semibold text-place-ink underline underline-offset-4"
              >
                <Icon name="external" size={16} />
                {m.store_track()}
              </a>
            )}
          </Card>
        )}
        {address && (
          <section>
            <h2 className="mb-1 font-semibold">{m.store_ships_to()}</h2>
            <address className="not-italic text-muted">
              {[
                address.name,
                address.line1,
                address.line2,
                [address.postalCode, address.city, address.region].filter(Boolean).join(' '),
                countryName(address.country),
              ]
                .filter(Boolean)
                .map((line, index) => (
                  <span key={index} className="block">
                    {line}
                  </span>
                ))}
            </address>
          </section>
        )}
        {canCancel && !isChecking && <Cancel cancel={cancel} isPaid={status === 'paid'} />}
      </div>
      <Card className="flex flex-col gap-4 p-5">
        <h2 className="marker text-2xl">{m.store_summary()}</h2>
        <ul className="flex flex-col gap-3">
          {lines.map(({ productId, size, name, quantity, unitPrice, lineTotal, product }) => (
            <li key={`${productId} ${size}`} className="flex items-start gap-3">
              {product && <img src={product.image} alt="" width={56} height={56} className="size-14 shrink-0" />}
              <div className="min-w-0 flex-1">
                <p className="font-semibold">{size ? m.store_name_size({ name, size }) : name}</p>
                <p className="text-sm text-muted">
                  {m.store_times({ count: formatNumber(quantity), price: formatMoney(unitPrice) })}
                </p>
              </div>
              <span className="tabular-nums">{formatMoney(lineTotal)}</span>
            </li>
          ))}
        </ul>
        <TotalsList totals={totals} isOrdered />
      </Card>
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="font-semibold">{value}</dd>
    </>
  );
}

function Cancel({ cancel, isPaid }: { cancel: () => Promise<void>; isPaid: boolean }) {
  const [asks, setAsks] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const confirm = () => {
    setBusy(true);
    setProblem(undefined);
    cancel()
      .then(
        () => setAsks(false),
        (error: unknown) => setProblem(problemDetail(error, m.store_not_cancelled())),
      )
      .finally(() => setBusy(false));
  };
  return (
    <>
      <Button className="self-start" onClick={() => setAsks(true)}>
        {m.store_cancel()}
      </Button>
      <ConfirmDialog
        open={asks}
        title={m.store_cancel_title()}
        text={isPaid ? m.store_cancel_paid_text() : m.store_cancel_text()}
        confirmLabel={m.store_cancel()}
        cancelLabel={m.store_keep()}
        pending={isBusy}
        error={problem}
        onConfirm={confirm}
        onClose={() => setAsks(false)}
      />
    </>
  );
}
