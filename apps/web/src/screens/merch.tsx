import { m } from '#messages';
import { useQuery } from '@apollo/client/react';
import { useDeferredValue, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readFragment } from '../api/graph/fragment-masking';
import type { ProductFactsFragment } from '../api/graph/graphql';
import { ProductFactsFragmentDoc, ProductsDocument } from '../api/graph/store/store';
import { ProductCard } from '../features/store/product-card';
import { StoreBanner } from '../features/store/store-banner';
import { StoreBar } from '../features/store/store-bar';
import { useCart } from '../features/store/use-cart';
import { foldText } from '../lib/fold-text';
import { GraphProvider } from '../api/graph-client';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { TextField } from '../ui/field';
import { LoadState } from '../ui/load-state';
import { WidePage } from '../app/layout/page';

/** Products shown at first, and each time more are asked for: what the gateway gives at a time. */
const STEP = 100;
/** Tabs as addresses have them, the first one for no tab. */
const TABS = [
  { tab: 'all', label: m.store_tab_all },
  { tab: 'apparel', label: m.store_tab_apparel },
  { tab: 'accessories', label: m.store_tab_accessories },
  { tab: 'spray-paint', label: m.store_tab_spray_paint },
  { tab: 'markers', label: m.store_tab_markers },
] as const;

/** The merch store; open to guests. */
export default function MerchScreen() {
  return (
    <GraphProvider>
      <Store />
    </GraphProvider>
  );
}

function Store() {
  const { data, error, loading, refetch, fetchMore } = useQuery(ProductsDocument, { variables: { first: STEP } });
  const cart = useCart();
  const pageInfo = data?.products.pageInfo;
  const [hasFailed, setHasFailed] = useState(false);
  const load = async () => {
    setHasFailed(false);
    await fetchMore({ variables: { after: pageInfo?.endCursor } }).catch(() => setHasFailed(true));
  };
  const more = pageInfo?.hasNextPage ? { isLoading: loading, hasFailed, load: () => void load() } : null;
  const products = data && readFragment(ProductFactsFragmentDoc, data.products.nodes);
  return (
    <WidePage title={m.store_title()} text={m.store_text()}>
      <StoreBanner />
      <LoadState
        loading={m.store_loading()}
        failed={m.store_not_loaded()}
        isPending={!data && !error}
        error={products ? null : error}
        onRetry={() => void refetch()}
      />
      {products && products.length === 0 && (
        <EmptyState icon="shop" title={m.store_none_title()} text={m.store_none_text()} />
      )}
      {products && products.length > 0 && <Catalogue products={products} more={more} cart={cart} />}
      <StoreBar cart={cart} />
    </WidePage>
  );
}

interface CatalogueProps {
  products: readonly ProductFactsFragment[];
  /** Number of products that are not loaded yet. */
  more: { isLoading: boolean; hasFailed: boolean; load: () => void } | null;
  cart: ReturnType<typeof useCart>;
}

function Catalogue({ products, more, cart }: CatalogueProps) {
  const [address, setAddress] = useSearchParams();
  const tab = TABS.find((each) => each.tab === address.get('tab')) ?? TABS[0];
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search);
  const found = products.filter(
    (product) => (tab.tab === 'all' || product.category.replace('_', '-') === tab.tab) && matches(product, wanted),
  );
  // Matches may be in any part of the catalogue.
  const isChosen = tab.tab !== 'all' || wanted !== '';
  useEffect(() => {
    if (isChosen && more && !more.isLoading && !more.hasFailed) more.load();
  });
  const open = (next: string) =>
    setAddress(next === 'all' ? {} : { tab: next }, { replace: true, preventScrollReset: true });
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div role="group" aria-label={m.store_tabs()} className="flex flex-wrap">
          {TABS.map((each) => (
            <button
              key={each.tab}
              type="button"
              aria-pressed={each.tab === tab.tab}
              onClick={() => open(each.tab)}
              className="min-h-11 border-b-3 border-line px-2.5 font-semibold hover:border-edge aria-pressed:border-action-ink sm:px-4"
            >
              {each.label()}
            </button>
          ))}
        </div>
        <TextField
          type="search"
          label={m.store_search()}
          placeholder={m.store_search_hint()}
          maxLength={80}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          className="w-full sm:max-w-xs"
        />
      </div>
      <p role="status" className="text-sm text-muted">
        {!more && m.store_found({ count: found.length })}
      </p>
      {found.length === 0 && !more ? (
        <EmptyState
          icon="search"
          title={m.store_no_match_title()}
          text={m.store_no_match_text()}
          action={
            <Button
              onClick={() => {
                setSearch('');
                open('all');
              }}
            >
              {m.store_show_all()}
            </Button>
          }
        />
      ) : (
        <ul
          aria-label={tab.label()}
          className="grid grid-cols-1 gap-5 min-[26rem]:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4"
        >
          {found.map((product) => (
            <li key={product.id}>
              <ProductCard product={product} cart={cart} />
            </li>
          ))}
        </ul>
      )}
      {more?.hasFailed && (
        <p role="alert" className="text-center">
          {m.store_not_loaded()}
        </p>
      )}
      {more && (
        <Button className="self-center" pending={more.isLoading} onClick={more.load}>
          {m.store_products_more()}
        </Button>
      )}
    </>
  );
}

/** Whether each word of the search begins a word of the product's name, brand or description. */
function matches({ name, brand, description }: ProductFactsFragment, search: string): boolean {
  const words = (text: string) =>
    foldText(text)
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .filter(Boolean);
  const known = words(`${name} ${brand ?? ''} ${description}`);
  return words(search).every((word) => known.some((each) => each.startsWith(word)));
}
