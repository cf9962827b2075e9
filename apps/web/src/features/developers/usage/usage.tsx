import { m } from '#messages';
import { useQuery as useGraphQuery } from '@apollo/client/react';
import { useQuery } from '@tanstack/react-query';
import { Tabs } from 'radix-ui';
import { ClientWorksDocument } from '../../../api/graph/developers/usage/works';
import type { ClientWorksQuery, OwnClientFragment } from '../../../api/graph/graphql';
import type { ClientUsage } from '../../../api/types';
import { formatDate, formatNumber } from '../../../lib/format';
import { Button } from '../../../ui/button';
import { Icon } from '../../../ui/icon';
import { LoadState } from '../../../ui/load-state';
import { Skeleton } from '../../../ui/skeleton';
import { Part } from '../part';
import { BarChart } from './bar-chart';

/** Works are known by days, of clients that may document some. */
type Used = ClientUsage['hours'][number] & { works?: number };

const SPANS = ['hours', 'days'] as const;
type Span = (typeof SPANS)[number];

const SPAN_TEXTS: Record<Span, () => string> = { hours: m.developers_usage_hours, days: m.developers_usage_days };

/** Hours in the player's time; days are those of UTC. */
const MOMENTS: Record<Span, Intl.DateTimeFormatOptions> = {
  hours: { weekday: 'short', hour: 'numeric', minute: '2-digit' },
  days: { day: 'numeric', month: 'short', timeZone: 'UTC' },
};

const MEASURES = [
  { name: 'points', text: m.developers_usage_points, color: 'text-action-ink' },
  { name: 'calls', text: m.developers_usage_calls, color: 'text-place-ink' },
  { name: 'refused', text: m.developers_usage_refused, color: 'text-live-ink' },
] as const;
const WORKS = { name: 'works', text: m.developers_usage_works, color: 'text-work-ink' } as const;

/**
 * What a client used: points, calls and refusals of the last 48 hours and 30 days, and the works that its program
 * documented in these.
 */
export function Usage({ client: { id: clientId, scopes } }: { client: OwnClientFragment }) {
  const works = useGraphQuery(ClientWorksDocument, {
    variables: { clientId },
    skip: !scopes.includes('discoveries:write'),
    fetchPolicy: 'cache-and-network',
    notifyOnNetworkStatusChange: true,
  });
  const { data, error, isPending, isFetching, refetch } = useQuery<ClientUsage>({
    queryKey: ['/api/partner-clients', clientId, 'usage'],
    staleTime: 0,
  });
  const refresh = () => {
    void refetch();
    if (works.data || works.error) void works.refetch().catch(() => undefined);
  };
  return (
    <Part id="usage" title={m.developers_usage()} text={m.developers_usage_text()}>
      <LoadState
        loading={m.developers_usage_loading()}
        failed={m.developers_usage_failed()}
        isPending={isPending}
        error={data ? null : error}
        onRetry={() => void refetch()}
      >
        <div className="grid gap-4 md:grid-cols-3">
          {MEASURES.map(({ name }) => (
            <Skeleton key={name} className="h-44" />
          ))}
        </div>
      </LoadState>
      {data && (
        <Tabs.Root defaultValue={SPANS[0]} className="flex min-w-0 flex-col gap-4">
          <div className="flex flex-wrap items-center gap-2 border-b border-edge">
            <Tabs.List aria-label={m.developers_usage_span()} className="flex flex-wrap gap-2">
              {SPANS.map((span) => (
                <Tabs.Trigger
                  key={span}
                  value={span}
                  className="-mb-px min-h-11 border-b-3 border-transparent px-4 font-semibold hover:border-edge data-[state=active]:border-action-ink"
                >
                  {SPAN_TEXTS[span]()}
                </Tabs.Trigger>
              ))}
            </Tabs.List>
            <Button
              size="sm"
              variant="quiet"
              className="ms-auto"
              pending={isFetching || works.loading}
              onClick={refresh}
            >
              <Icon name="retry" size={16} />
              {m.developers_deliveries_refresh()}
            </Button>
          </div>
          {SPANS.map((span) => (
            <Tabs.Content key={span} value={span} className="flex min-w-0 flex-col gap-4">
              <Charts span={span} used={span === 'days' ? withWorks(data.days, works.data?.clientWorks) : data[span]} />
            </Tabs.Content>
          ))}
          {works.error && (
            <p role="alert" className="font-medium text-danger-ink">
              {m.developers_usage_works_failed()}
            </p>
          )}
        </Tabs.Root>
      )}
    </Part>
  );
}

const withWorks = (days: readonly Used[], works: ClientWorksQuery['clientWorks'] | undefined): readonly Used[] =>
  works
    ? days.map((day) => ({ ...day, works: works.find(({ at }) => Date.parse(at) === Date.parse(day.at))?.works ?? 0 }))
    : days;

function Charts({ span, used }: { span: Span; used: readonly Used[] }) {
  const at = (moment: string) => formatDate(moment, MOMENTS[span]);
  const measures = used.some(({ works }) => works !== undefined) ? [...MEASURES, WORKS] : MEASURES;
  if (used.every(({ calls, works = 0 }) => calls + works === 0))
    return <p className="text-muted">{m.developers_usage_none()}</p>;
  return (
    <>
      <div
        className={`grid gap-4 ${measures.length > MEASURES.length ? 'sm:grid-cols-2 xl:grid-cols-4' : 'md:grid-cols-3'}`}
      >
        {measures.map(({ name, text, color }) => (
          <BarChart
            key={name}
            title={text()}
            color={color}
            bars={used.map((one) => ({ label: at(one.at), value: one[name] ?? 0 }))}
          />
        ))}
      </div>
      <details className="group">
        <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-semibold">
          <Icon name="chevronDown" size={16} className="group-open:rotate-180" />
          {m.developers_usage_table()}
        </summary>
        <div
          className="max-h-96 overflow-auto"
          role="group"
          // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
          tabIndex={0}
          aria-label={SPAN_TEXTS[span]()}
        >
          <table className="w-full border-collapse text-end">
            <thead>
              <tr>
                <th scope="col" className="p-2 text-start text-sm text-muted">
                  {m.developers_usage_from()}
                </th>
                {measures.map(({ name, text }) => (
                  <th key={name} scope="col" className="p-2 text-end text-sm text-muted">
                    {text()}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {used.toReversed().map((one) => (
                <tr key={one.at} className="border-t border-line">
                  <th scope="row" className="p-2 text-start font-normal whitespace-nowrap">
                    {at(one.at)}
                  </th>
                  {measures.map(({ name }) => (
                    <td key={name} className="p-2">
                      {formatNumber(one[name] ?? 0)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </>
  );
}
