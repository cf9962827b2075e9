import { m } from '#messages';
import { useMutation, useQuery } from '@apollo/client/react';
import { useEffect } from 'react';
import { RedeliverWebhookDocument, WebhookDeliveriesDocument } from '../../../api/graph/developers/webhooks/webhooks';
import type { EndpointFragment, WebhookDeliveriesQuery } from '../../../api/graph/graphql';
import { formatDate, formatNumber } from '../../../lib/format';
import { problemDetail } from '../../../api/problems';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { Icon } from '../../../ui/icon';
import { LoadState } from '../../../ui/load-state';
import { toast } from '../../../ui/toast';

/** Attempts of a page. */
const FIRST = 20;
/** Milliseconds after which requested deliveries have been sent. */
const SENT_AFTER = 3_000;
const MOMENT = { dateStyle: 'medium', timeStyle: 'medium' } as const;

type Delivery = WebhookDeliveriesQuery['webhookDeliveries']['nodes'][number];

/**
 * What was sent to an endpoint, the newest attempt first.
 * @param round number of requested deliveries
 */
export function Deliveries({
  endpoint,
  round,
  onSent,
}: {
  endpoint: EndpointFragment;
  round: number;
  onSent: () => void;
}) {
  const { data, error, refetch, fetchMore, loading } = useQuery(WebhookDeliveriesDocument, {
    variables: { endpointId: endpoint.id, first: FIRST },
    fetchPolicy: 'cache-and-network',
    notifyOnNetworkStatusChange: true,
  });
  // The log has requested deliveries a moment later.
  useEffect(() => {
    if (round === 0) return undefined;
    const timer = setTimeout(() => void refetch().catch(() => undefined), SENT_AFTER);
    return () => clearTimeout(timer);
  }, [round, refetch]);
  const deliveries = data?.webhookDeliveries;
  const after = deliveries?.pageInfo.hasNextPage ? deliveries.pageInfo.endCursor : null;
  const more = async () => {
    try {
      await fetchMore({ variables: { after } });
    } catch (problem) {
      toast({
        title: m.developers_deliveries_failed(),
        description: problemDetail(problem, m.developers_failed()),
        variant: 'destructive',
      });
    }
  };
  return (
    <div className="flex flex-col gap-3">
      <LoadState
        loading={m.developers_deliveries_loading()}
        failed={m.developers_deliveries_failed()}
        isPending={!deliveries && !error}
        error={deliveries ? null : error}
        onRetry={() => void refetch()}
      />
      {deliveries?.nodes.length === 0 && <p className="text-muted">{m.developers_deliveries_none()}</p>}
      {deliveries && deliveries.nodes.length > 0 && (
        <ul className="flex flex-col border-b border-line">
          {deliveries.nodes.map((delivery) => (
            <DeliveryRow key={delivery.id} {...{ endpoint, delivery, onSent }} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-3">
        {deliveries && (
          <Button size="sm" variant="quiet" pending={loading} onClick={() => void refetch()}>
            <Icon name="retry" size={16} />
            {m.developers_deliveries_refresh()}
          </Button>
        )}
        {after && (
          <Button size="sm" disabled={loading} onClick={() => void more()}>
            {m.developers_more_requests()}
          </Button>
        )}
      </div>
    </div>
  );
}

function DeliveryRow({
  endpoint,
  delivery: { id, messageId, kind, at, attempt, status, durationMs, error },
  onSent,
}: {
  endpoint: EndpointFragment;
  delivery: Delivery;
  onSent: () => void;
}) {
  const [redeliver, { loading }] = useMutation(RedeliverWebhookDocument);
  const again = async () => {
    try {
      await redeliver({ variables: { id: endpoint.id, deliveryId: id } });
      toast({ title: m.developers_delivery_again_done() });
      onSent();
    } catch (problem) {
      toast({
        title: m.developers_delivery_again_failed(),
        description: problemDetail(problem, m.developers_failed()),
        variant: 'destructive',
      });
    }
  };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2.5">
      <Badge tone={error === null ? 'work' : 'live'} className="sm:min-w-36 sm:justify-center">
        {error === null
          ? m.developers_delivery_ok({ status: status ?? '' })
          : `${error}${status === null ? '' : ` ${status}`}`}
      </Badge>
      <div className="min-w-0 grow">
        <p className="flex flex-wrap gap-x-3">
          <code className="text-sm">{kind}</code>
          <code className="text-sm text-muted wrap-anywhere">{messageId}</code>
        </p>
        <p className="text-sm text-muted">
          {m.developers_delivery_facts({
            at: formatDate(at, MOMENT),
            attempt: formatNumber(attempt),
            ms: formatNumber(durationMs),
          })}
        </p>
      </div>
      {kind !== 'ping' && (
        <Button size="sm" pending={loading} onClick={() => void again()}>
          {m.developers_delivery_again()} <span className="sr-only">{messageId}</span>
        </Button>
      )}
    </li>
  );
}
