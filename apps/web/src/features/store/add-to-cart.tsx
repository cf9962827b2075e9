import { m } from '#messages';
import { useId, useState } from 'react';
import type { ProductFactsFragment } from '../../api/graph/graphql';
import { Button } from '../../ui/button';
import { dismissToast, toast } from '../../ui/toast';
import { MAX_PIECES, quantityOf, withQuantity } from './cart-lines';
import type { useCart } from './use-cart';

/** Sizes to choose from, how many, and the button. */
export function AddToCart({
  product,
  cart,
  withCount = false,
}: {
  product: ProductFactsFragment;
  cart: ReturnType<typeof useCart>;
  withCount?: boolean;
}) {
  const { id, name, sizes, inStock, isReserved } = product;
  const group = useId();
  const [size, setSize] = useState<string | null>(null);
  const [count, setCount] = useState('1');
  const [isMissing, setMissing] = useState(false);

  const add = async () => {
    if (sizes.length > 0 && !size) {
      setMissing(true);
      document.querySelector<HTMLInputElement>(`input[name="${group}"]:not(:disabled)`)?.focus();
      return;
    }
    const added = Math.min(Math.max(Math.trunc(Number(count)) || 1, 1), MAX_PIECES);
    const line = { productId: id, size };
    if (!(await cart.change((lines) => withQuantity(lines, { ...line, quantity: quantityOf(lines, line) + added }))))
      return;
    const undo = () => {
      dismissToast(shown);
      void cart.change((lines) => withQuantity(lines, { ...line, quantity: quantityOf(lines, line) - added }));
    };
    const shown = toast({
      title: m.store_added_title(),
      description: (
        <span className="flex flex-wrap items-center gap-x-3">
          {size ? m.store_name_size({ name, size }) : name}
          <UndoButton onClick={undo} />
        </span>
      ),
    });
  };
  return (
    <div className="mt-auto flex flex-col gap-3">
      {sizes.length > 0 && (
        <fieldset>
          <legend className="mb-1.5 text-sm font-semibold">{m.store_size()}</legend>
          <div className="flex flex-wrap gap-2">
            {sizes.map((each) => (
              <label
                key={each.size}
                className="relative grid min-h-11 min-w-11 cursor-pointer place-items-center rounded-sm border-[1.5px] border-edge px-2 text-sm font-semibold has-checked:border-action-ink has-checked:bg-action has-checked:text-on-action has-disabled:cursor-not-allowed has-disabled:text-muted has-disabled:line-through has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-place-ink"
              >
                <input
                  type="radio"
                  name={group}
                  value={each.size}
                  disabled={!each.inStock}
                  checked={size === each.size}
                  onChange={() => {
                    setSize(each.size);
                    setMissing(false);
                  }}
                  className="absolute inset-0 cursor-[inherit] opacity-0"
                />
                {each.size}
                {!each.inStock && (
                  <span className="sr-only">{each.isReserved ? m.store_is_reserved() : m.store_out_of_stock()}</span>
                )}
              </label>
            ))}
          </div>
          {sizes.map(
            ({ size: each, left }) =>
              each === size &&
              left != null && (
                <p key={each} className="mt-1.5 text-sm font-semibold text-live-ink">
                  {m.store_left({ count: left })}
                </p>
              ),
          )}
          {isMissing && (
            <p role="alert" className="mt-1.5 text-sm font-medium text-danger-ink">
              {m.store_size_missing()}
            </p>
          )}
        </fieldset>
      )}
      <div className="flex items-end gap-3">
        {withCount && (
          <label className="flex flex-col gap-1.5 text-sm font-semibold">
            {m.store_quantity()}
            <input
              type="number"
              inputMode="numeric"
              min={1}
              max={MAX_PIECES}
              value={count}
              onChange={({ target }) => setCount(target.value)}
              className="min-h-11 w-24 rounded-sm border-[1.5px] border-edge bg-lifted px-3 text-base font-normal"
            />
          </label>
        )}
        <Button
          variant="primary"
          className="grow"
          disabled={!inStock || (cart.isPlayer && cart.isPending)}
          pending={cart.isBusy}
          onClick={() => void add()}
        >
          {inStock ? m.store_add() : isReserved ? m.store_is_reserved() : m.store_out_of_stock()}{' '}
          <span className="sr-only">{name}</span>
        </Button>
      </div>
    </div>
  );
}

export function UndoButton({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      className="min-h-9 font-semibold text-place-ink underline underline-offset-4"
      onClick={onClick}
    >
      {m.store_undo()}
    </button>
  );
}
