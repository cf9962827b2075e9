import { m } from '#messages';
import { Link } from 'react-router-dom';
import { VerifyContactCard } from '../features/session/verify-contact-card';
import { CheckoutForm } from '../features/store/checkout-form';
import { noticeOf } from '../features/store/notices';
import { formatMoney } from '../features/store/money';
import { TotalsList } from '../features/store/totals-list';
import { useCart } from '../features/store/use-cart';
import { useCheckout } from '../features/store/use-checkout';
import { formatNumber } from '../lib/format';
import { GraphProvider } from '../api/graph-client';
import { paths } from '../lib/paths';
import { useOwnEmail } from '../features/session/use-own-email';
import { Button } from '../ui/button';
import { Card } from '../ui/card';
import { EmptyState } from '../ui/empty-state';
import { LoadState } from '../ui/load-state';
import { WidePage } from '../app/layout/page';

/** Address and summary of an order; open to guests. */
export default function CheckoutScreen() {
  return (
    <GraphProvider>
      <Checkout />
    </GraphProvider>
  );
}

function Checkout() {
  const cart = useCart();
  const { placeOrder, problem, isUnverified } = useCheckout(cart);
  const email = useOwnEmail(cart.isPlayer);
  const canBuy = cart.cart?.lines.some(({ available }) => available > 0) ?? false;
  return (
    <WidePage title={m.store_checkout()} text={m.store_checkout_text()}>
      {cart.isEmpty ? (
        <EmptyState
          icon="shop"
          title={m.store_cart_empty_title()}
          text={m.store_cart_empty_text()}
          action={
            <Button asChild>
              <Link to={paths.merch}>{m.store_look_around()}</Link>
            </Button>
          }
        />
      ) : (
        <LoadState
          loading={m.store_cart_loading()}
          failed={m.store_cart_not_loaded()}
          isPending={cart.isPending}
          error={cart.error}
          onRetry={() => void cart.refetch()}
        />
      )}
      {cart.cart && !cart.isEmpty && (
        <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-14">
          <div className="flex min-w-0 flex-col gap-5">
            <VerifyContactCard />
            <CheckoutForm
              submitLabel={m.store_to_payment()}
              problem={problem}
              isBlocked={!canBuy || cart.isStale || isUnverified}
              email={email}
              onSubmit={placeOrder}
            />
          </div>
          <Summary cart={cart.cart} isStale={cart.isStale} />
        </div>
      )}
    </WidePage>
  );
}

function Summary({
  cart: { lines, totals },
  isStale,
}: {
  cart: NonNullable<ReturnType<typeof useCart>['cart']>;
  isStale: boolean;
}) {
  return (
    <Card tone="place" className="flex flex-col gap-4 p-5 max-lg:row-start-1" aria-busy={isStale}>
      <h2 className="marker text-2xl">{m.store_summary()}</h2>
      <ul className="flex flex-col gap-3">
        {lines.map((line) => (
          <li key={`${line.productId} ${line.size}`} className="flex items-start gap-3">
            <img src={line.product.image} alt="" width={56} height={56} className="size-14 shrink-0" />
            <div className="min-w-0 flex-1">
              <p className="font-semibold">
                {line.size ? m.store_name_size({ name: line.product.name, size: line.size }) : line.product.name}
              </p>
              <p className="text-sm text-muted">
                {m.store_times({ count: formatNumber(line.quantity), price: formatMoney(line.unitPrice) })}
              </p>
              {line.notice && (
                <p role="status" className="text-sm font-medium text-live-ink">
                  {noticeOf(line)}
                </p>
              )}
            </div>
            <span className="tabular-nums">{formatMoney(line.lineTotal)}</span>
          </li>
        ))}
      </ul>
      <TotalsList totals={totals} />
      <Link
        to={paths.merch}
        className="-my-1.5 self-start py-1.5 text-sm font-semibold text-place-ink underline underline-offset-4"
      >
        {m.store_change_cart()}
      </Link>
    </Card>
  );
}
