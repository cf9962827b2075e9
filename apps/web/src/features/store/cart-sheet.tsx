import { m } from '#messages';
import { readFragment } from '../../api/graph/fragment-masking';
import { TotalsFactsFragmentDoc } from '../../api/graph/store/store';
import { Link } from 'react-router-dom';
import { formatNumber } from '../../lib/format';
import { paths, productPath } from '../../lib/paths';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { LoadState } from '../../ui/load-state';
import { Sheet } from '../../ui/sheet';
import { dismissToast, toast } from '../../ui/toast';
import { UndoButton } from './add-to-cart';
import { MAX_PIECES, withQuantity } from './cart-lines';
import { noticeOf } from './notices';
import { formatMoney } from './money';
import { TotalsList } from './totals-list';
import { type CartLine, type useCart, wantedOf } from './use-cart';

interface CartProps {
  cart: ReturnType<typeof useCart>;
}

/** The cart: a sheet on phones, a panel on desktops. */
export function CartSheet({
  cart,
  open,
  onOpenChange,
}: CartProps & { open: boolean; onOpenChange: (open: boolean) => void }) {
  const canBuy = cart.cart?.lines.some(({ available }) => available > 0) ?? false;
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={m.store_cart()}
      footer={
        !cart.isEmpty &&
        cart.cart && (
          <Button asChild={canBuy} disabled={!canBuy} variant="primary" size="lg" className="w-full">
            {canBuy ? (
              <Link to={paths.checkout}>
                {m.store_checkout_total({
                  total: formatMoney(readFragment(TotalsFactsFragmentDoc, cart.cart.totals).total),
                })}
              </Link>
            ) : (
              m.store_checkout()
            )}
          </Button>
        )
      }
    >
      {cart.isEmpty ? (
        <EmptyState
          icon="shop"
          title={m.store_cart_empty_title()}
          text={m.store_cart_empty_text()}
          action={<Button onClick={() => onOpenChange(false)}>{m.store_look_around()}</Button>}
        />
      ) : (
        <>
          <LoadState
            loading={m.store_cart_loading()}
            failed={m.store_cart_not_loaded()}
            isPending={cart.isPending}
            error={cart.error}
            onRetry={() => void cart.refetch()}
          />
          {cart.cart && (
            <div className="flex flex-col gap-5" aria-busy={cart.isBusy || cart.isStale}>
              <ul className="flex flex-col divide-y divide-line">
                {cart.cart.lines.map((line) => (
                  <li key={`${line.productId} ${line.size}`}>
                    <Line line={line} cart={cart} />
                  </li>
                ))}
              </ul>
              <TotalsList totals={cart.cart.totals} />
            </div>
          )}
        </>
      )}
    </Sheet>
  );
}

function Line({ line, cart }: CartProps & { line: CartLine }) {
  const { product, size, quantity, lineTotal, available, notice } = line;
  const wanted = wantedOf(line);
  const name = size ? m.store_name_size({ name: product.name, size }) : product.name;
  const set = (next: number) => cart.change((lines) => withQuantity(lines, { ...wanted, quantity: next }));
  const remove = async () => {
    if (!(await set(0))) return;
    const undo = () => {
      dismissToast(shown);
      void set(quantity);
    };
    const shown = toast({
      title: m.store_removed_title(),
      description: (
        <span className="flex flex-wrap items-center gap-x-3">
          {name}
          <UndoButton onClick={undo} />
        </span>
      ),
    });
  };
  return (
    <div className="flex gap-3 py-4">
      <img src={product.image} alt="" width={72} height={72} className="size-18 shrink-0" />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <div className="flex items-start gap-2">
          <Link
            to={productPath(product.slug)}
            className="min-w-0 flex-1 font-semibold underline-offset-4 hover:underline"
          >
            {name}
          </Link>
          <span className="font-semibold tabular-nums">{formatMoney(lineTotal)}</span>
        </div>
        {notice && (
          <p role="status" className="text-sm font-medium text-live-ink">
            {noticeOf({ notice, available })}
          </p>
        )}
        <div className="flex items-center gap-1" role="group" aria-label={m.store_quantity_of({ name })}>
          <IconButton
            icon="minus"
            label={m.store_fewer()}
            disabled={cart.isBusy || quantity <= 1}
            onClick={() => void set(quantity - 1)}
          />
          <span className="min-w-8 text-center font-semibold tabular-nums" aria-live="polite">
            {formatNumber(quantity)}
          </span>
          <IconButton
            icon="plus"
            label={m.store_more()}
            disabled={cart.isBusy || quantity >= MAX_PIECES || quantity >= available}
            onClick={() => void set(quantity + 1)}
          />
          <Button size="sm" variant="quiet" className="ms-auto" disabled={cart.isBusy} onClick={() => void remove()}>
            <Icon name="trash" size={16} />
            {m.store_remove()} <span className="sr-only">{name}</span>
          </Button>
        </div>
      </div>
    </div>
  );
}
