import { m } from '#messages';
import { useQuery } from '@tanstack/react-query';
import { Tabs } from 'radix-ui';
import type { ClientUsage } from '../../../api/types';
import { formatDate, formatNumber } from '../../../lib/format';
import { Button } from '../../../ui/button';
import { Icon } from '../../../ui/icon';
import { LoadState } from '../../../ui/load-state';
import { Skeleton } from '../../../ui/skeleton';
import { Part } from '../part';
import { BarChart } from './bar-chart';

type Used = ClientUsage['hours'][number];

const SPANS = ['hours', 'days'] as const;
type Span = (typeof SPANS)[number];

const SPAN_TEXTS: Record<Span, () => string> = { hours: m.developers_usage_hours, days: m.developers_usage_days };

/** Hours in the player's time; days are those of UTC. */
const MOMENTS: Record<Span, Intl.DateTimeFormatOptions> = { hours: { weekday: 'short', hour: 'numeric', minute: '2-digit' }, days: { day: 'numeric', month: 'short', timeZone: 'UTC' } };

const MEASURES = [
  { name: 'points', text: m.developers_usage_points, color: 'text-action-ink' },
  { name: 'calls', text: m.developers_usage_calls, color: 'text-place-ink' },
  { name: 'refused', text: m.developers_usage_refused, color: 'text-live-ink' },
] as const;

/** What a client used: points, calls and refusals of the last 48 hours and 30 days. */
export function Usage({ clientId }: { clientId: string }) {
  const { data, error, isPending, isFetching, refetch } = useQuery<ClientUsage>({ queryKey: ['/api/partner-clients', clientId, 'usage'], staleTime: 0 });
  return (
    <Part id="usage" title={m.developers_usage()} text={m.developers_usage_text()}>
      <LoadState loading={m.developers_usage_loading()} failed={m.developers_usage_failed()} isPending={isPending} error={data ? null : error} onRetry={() => void refetch()}>
        <div className="grid gap-4 md:grid-cols-3">{MEASURES.map(({ name }) => <Skeleton key={name} className="h-44" />)}</div>
      </LoadState>
      {data && (
        <Tabs.Root defaultValue={SPANS[0]} className="flex min-w-0 flex-col gap-4">
          <div className="flex flex-wrap items-center gap-2 border-b border-edge">
            <Tabs.List aria-label={m.developers_usage_span()} className="flex flex-wrap gap-2">
              {SPANS.map((span) => <Tabs.Trigger key={span} value={span} className="-mb-px min-h-11 border-b-3 border-transparent px-4 font-semibold hover:border-edge data-[state=active]:border-action-ink">{SPAN_TEXTS[span]()}</Tabs.Trigger>)}
            </Tabs.List>
            <Button size="sm" variant="quiet" className="ms-auto" pending={isFetching} onClick={() => void refetch()}><Icon name="retry" size={16} />{m.developers_deliveries_refresh()}</Button>
          </div>
          {SPANS.map((span) => <Tabs.Content key={span} value={span} className="flex min-w-0 flex-col gap-4"><Charts span={span} used={data[span]} /></Tabs.Content>)}
        </Tabs.Root>
      )}
    </Part>
  );
}

function Charts({ span, used }: { span: Span; used: readonly Used[] }) {
  const at = (moment: string) => formatDate(moment, MOMENTS[span]);
  if (used.every(({ calls }) => calls === 0)) return <p className="text-muted">{m.developers_usage_none()}</p>;
  return (
    <>
      <div className="grid gap-4 md:grid-cols-3">
        {MEASURES.map(({ name, text, color }) => <BarChart key={name} title={text()} color={color} bars={used.map((one) => ({ label: at(one.at), value: one[name] }))} />)}
      </div>
      <details className="group">
        <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-semibold"><Icon name="chevronDown" size={16} className="group-open:rotate-180" />{m.developers_usage_table()}</summary>
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard */}
        <div className="max-h-96 overflow-auto" role="group" tabIndex={0} aria-label={SPAN_TEXTS[span]()}>
          <table className="w-full border-collapse text-end">
            <thead><tr><th scope="col" className="p-2 text-start text-sm text-muted">{m.developers_usage_from()}</th>{MEASURES.map(({ name, text }) => <th key={name} scope="col" className="p-2 text-end text-sm text-muted">{text()}</th>)}</tr></thead>
            <tbody>
              {used.toReversed().map((one) => (
                <tr key={one.at} className="border-t border-line">
                  <th scope="row" className="p-2 text-start font-normal whitespace-nowrap">{at(one.at)}</th>
                  {MEASURES.map(({ name }) => <td key={name} className="p-2">{formatNumber(one[name])}</td>)}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </>
  );
}
