import { m } from '#messages';
import clsx from 'clsx';
import { useState } from 'react';
import { formatNumber } from '../../lib/format';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { dismissToast } from '../../ui/toast';
import { CartSheet } from './cart-sheet';
import type { useCart } from './use-cart';

/**
 * The way to the cart and the checkout, within reach of a thumb as soon as there is something in it. Before, it would
 * cover what puts something in.
 */
export function StoreBar({ cart }: { cart: ReturnType<typeof useCart> }) {
  const [isOpen, setOpen] = useState(false);
  const isFilled = cart.count > 0;
  return (
    <div
      data-bottom-bar={isFilled || undefined}
      className={clsx(
        '-mb-16 mt-auto flex justify-end py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]',
        isFilled && 'sticky bottom-0 z-20',
      )}
    >
      <Button
        variant={isFilled ? 'primary' : 'secondary'}
        size="lg"
        className="max-sm:w-full"
        onClick={() => {
          dismissToast();
          setOpen(true);
        }}
      >
        <Icon name="shop" size={20} />
        {m.store_checkout()}
        <span className="rounded-full bg-on-action px-2.5 text-base text-action tabular-nums" aria-hidden="true">
          {formatNumber(cart.count)}
        </span>
        <span className="sr-only">{m.store_pieces({ count: cart.count })}</span>
      </Button>
      <CartSheet cart={cart} open={isOpen} onOpenChange={setOpen} />
    </div>
  );
}
