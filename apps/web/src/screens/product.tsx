import { m } from '#messages';
import { useQuery } from '@apollo/client/react';
import { Link, useParams } from 'react-router-dom';
import { readFragment } from '../api/graph/fragment-masking';
import type { ProductFactsFragment } from '../api/graph/graphql';
import { ProductFactsFragmentDoc, ProductPageDocument } from '../api/graph/store/store';
import { AddToCart } from '../features/store/add-to-cart';
import { Price, Stock } from '../features/store/product-card';
import { shareProduct } from '../features/store/share-product';
import { StoreBar } from '../features/store/store-bar';
import { useCart } from '../features/store/use-cart';
import { GraphProvider } from '../api/graph-client';
import { paths } from '../lib/paths';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { Icon } from '../ui/icon';
import { LoadState } from '../ui/load-state';
import { WidePage } from '../app/layout/page';

/** One product; open to guests. */
export default function ProductScreen() {
  return (
    <GraphProvider>
      <ProductPage />
    </GraphProvider>
  );
}

function ProductPage() {
  const { slug = '' } = useParams();
  const { data, error, refetch } = useQuery(ProductPageDocument, { variables: { slug } });
  const cart = useCart();
  const product = readFragment(ProductFactsFragmentDoc, data?.product);
  return (
    <WidePage title={product?.name ?? m.store_product()} text={product?.brand}>
      <LoadState
        loading={m.store_loading()}
        failed={m.store_not_loaded()}
        isPending={!data && !error}
        error={data ? null : error}
        onRetry={() => void refetch()}
      />
      {data && !product && <EmptyState icon="shop" title={m.store_unknown_title()} text={m.store_unknown_text()} />}
      {product && <Details key={product.id} product={product} cart={cart} />}
      <Link to={paths.merch} className="self-start py-2 font-semibold text-place-ink underline underline-offset-4">
        {m.store_all_products()}
      </Link>
      <StoreBar cart={cart} />
    </WidePage>
  );
}

function Details({ product, cart }: { product: ProductFactsFragment; cart: ReturnType<typeof useCart> }) {
  return (
    <div className="grid gap-8 md:grid-cols-2">
      <img
        src={product.image}
        alt=""
        width={320}
        height={320}
        className="aspect-square w-full max-w-md max-md:justify-self-center"
      />
      <div className="flex flex-col gap-5">
        <p className="max-w-[60ch]">{product.description}</p>
        <div className="flex flex-col gap-1.5">
          <Price product={product} />
          <Stock product={product} />
        </div>
        <div className="max-w-sm">
          <AddToCart product={product} cart={cart} withCount />
        </div>
        <Button className="self-start" onClick={() => void shareProduct(product)}>
          <Icon name="share" size={18} />
          {m.store_share()}
        </Button>
      </div>
    </div>
  );
}
