import { m } from '#messages';
import { Link } from 'react-router-dom';
import type { ProductFactsFragment } from '../../api/graph/graphql';
import { formatNumber } from '../../lib/format';
import { productPath } from '../../lib/paths';
import { Card } from '../../ui/card';
import { AddToCart } from './add-to-cart';
import { formatMoney } from './money';
import type { useCart } from './use-cart';

interface ProductProps {
  product: ProductFactsFragment;
  cart: ReturnType<typeof useCart>;
}

/** A product with its price, its sizes, and a button to add it to the cart. */
export function ProductCard({ product, cart }: ProductProps) {
  const { slug, name, brand, image } = product;
  return (
    <Card className="flex h-full flex-col gap-3">
      <Link to={productPath(slug)} tabIndex={-1} aria-hidden="true">
        <img src={image} alt="" width={320} height={320} loading="lazy" className="aspect-square w-full" />
      </Link>
      <div>
        {brand && <p className="text-sm font-semibold text-muted">{brand}</p>}
        <h2 className="text-lg font-semibold">
          <Link to={productPath(slug)} className="underline-offset-4 hover:underline">
            {name}
          </Link>
        </h2>
      </div>
      <Price product={product} />
      <Stock product={product} />
      <AddToCart product={product} cart={cart} />
    </Card>
  );
}

export function Price({
  product: { price, originalPrice, discountPercent, wholesalePrice, wholesaleFrom, brand },
}: Pick<ProductProps, 'product'>) {
  return (
    <div className="flex flex-col gap-1">
      <p className="flex flex-wrap items-baseline gap-x-2.5">
        <span className="text-xl font-extrabold tabular-nums">{formatMoney(price)}</span>
        {originalPrice && (
          <s className="text-muted tabular-nums">
            <span className="sr-only">{m.store_original_price()} </span>
            {formatMoney(originalPrice)}
          </s>
        )}
        {discountPercent != null && discountPercent > 0 && (
          <span className="font-semibold text-live-ink">
            {formatNumber(-discountPercent / 100, { style: 'percent' })}
          </span>
        )}
      </p>
      {wholesalePrice && wholesaleFrom && (
        <p className="text-sm text-muted">
          {m.store_wholesale_note({ price: formatMoney(wholesalePrice), count: wholesaleFrom, brand: brand ?? '' })}
        </p>
      )}
    </div>
  );
}

/** Low or no stock. */
export function Stock({ product: { inStock, isReserved, left, sizes } }: Pick<ProductProps, 'product'>) {
  if (!inStock && isReserved) return <p className="text-sm font-semibold text-live-ink">{m.store_is_reserved()}</p>;
  if (!inStock) return <p className="text-sm font-semibold text-danger-ink">{m.store_out_of_stock()}</p>;
  if (left != null && sizes.length === 0)
    return <p className="text-sm font-semibold text-live-ink">{m.store_left({ count: left })}</p>;
  return <p className="text-sm text-muted">{m.store_in_stock()}</p>;
}
