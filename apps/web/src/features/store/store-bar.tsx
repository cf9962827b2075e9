import { m } from '#messages';
import { useState } from 'react';
import { formatNumber } from '../../lib/format';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { dismissToast } from '../../ui/toast';
import { CartSheet } from './cart-sheet';
import type { useCart } from './use-cart';

/** The way to the cart and the checkout, within reach of a thumb. */
export function StoreBar({ cart }: { cart: ReturnType<typeof useCart> }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div data-bottom-bar className="sticky bottom-0 z-20 -mb-16 mt-auto flex justify-end py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
      <Button variant={cart.count > 0 ? 'primary' : 'secondary'} size="lg" className="max-sm:w-full" onClick={() => { dismissToast(); setOpen(true); }}>
        <Icon name="shop" size={20} />{m.store_checkout()}
        <span className="rounded-full bg-on-action px-2.5 text-base text-action tabular-nums" aria-hidden="true">{formatNumber(cart.count)}</span>
        <span className="sr-only">{m.store_pieces({ count: cart.count })}</span>
      </Button>
      <CartSheet cart={cart} open={isOpen} onOpenChange={setOpen} />
    </div>
  );
}
