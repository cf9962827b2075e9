import { m } from '#messages';
import { useQuery } from '@apollo/client/react';
import { Link } from 'react-router-dom';
import { MyOrdersDocument } from '../../api/graph/store/orders';
import { formatDate } from '../../lib/format';
import { GraphProvider } from '../../api/graph-client';
import { orderPath, paths } from '../../lib/paths';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { LoadState } from '../../ui/load-state';
import { formatMoney } from './money';
import { ORDER_STATUS } from './order-status';

/** Orders shown at first, and each time more are asked for. */
const STEP = 5;

/** The player's orders, newest first. */
export function MyOrders() {
  return (
    <GraphProvider>
      <Orders />
    </GraphProvider>
  );
}

function Orders() {
  const { data, error, loading, refetch, fetchMore } = useQuery(MyOrdersDocument, {
    variables: { first: STEP },
    fetchPolicy: 'cache-and-network',
  });
  const orders = data?.orders;
  return (
    <section aria-label={m.store_orders()} className="flex flex-col gap-4">
      <h2 className="marker text-2xl">{m.store_orders()}</h2>
      <LoadState
        loading={m.store_orders_loading()}
        failed={m.store_orders_not_loaded()}
        isPending={!orders && !error}
        error={orders ? null : error}
        onRetry={() => void refetch()}
      />
      {orders?.nodes.length === 0 && (
        <EmptyState
          icon="shop"
          title={m.store_orders_none_title()}
          text={m.store_orders_none_text()}
          action={
            <Button asChild>
              <Link to={paths.merch}>{m.store_look_around()}</Link>
            </Button>
          }
        />
      )}
      {orders && orders.nodes.length > 0 && (
        <ul className="grid gap-3 md:grid-cols-2">
          {orders.nodes.map(({ id, number, status, placedAt, totals, lines }) => (
            <li key={id}>
              <Link
                to={orderPath(id)}
                className="plate flex h-full items-center gap-3 p-3.5 hover:[--cut-line:var(--ink)]"
              >
                {lines[0]?.product && (
                  <img src={lines[0].product.image} alt="" width={56} height={56} className="size-14 shrink-0" />
                )}
                <span className="min-w-0 flex-1">
                  <span className="block font-semibold">{number}</span>
                  <span className="block text-sm text-muted">
                    {ORDER_STATUS[status].name()} · {formatDate(placedAt)}
                  </span>
                </span>
                <span className="font-semibold tabular-nums">{formatMoney(totals.total)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {orders?.pageInfo.hasNextPage && (
        <Button
          className="self-center"
          pending={loading}
          onClick={() => void fetchMore({ variables: { after: orders.pageInfo.endCursor } })}
        >
          {m.store_orders_more()}
        </Button>
      )}
    </section>
  );
}
