import { m } from '#messages';
import { useQuery } from '@apollo/client/react';
import { InvoicesDocument } from '../../api/graph/membership/invoices';
import { formatDate, formatMoney } from '../../lib/format';
import { Badge } from '../../ui/badge';
import { Icon } from '../../ui/icon';
import { LoadState } from '../../ui/load-state';
import { ShowMore } from '../../ui/show-more';

const A_PAGE = 12;

/** The invoices, the newest first, each with its PDF. */
export function Invoices() {
  const { data, error, refetch, fetchMore } = useQuery(InvoicesDocument, { variables: { first: A_PAGE } });
  const list = data?.invoices;
  return (
    <section aria-labelledby="invoices" className="flex flex-col gap-3">
      <h3 id="invoices" className="font-semibold">
        {m.membership_invoices()}
      </h3>
      <LoadState
        loading={m.membership_invoices_loading()}
        failed={m.membership_invoices_failed()}
        isPending={!data && !error}
        error={list ? null : error}
        onRetry={() => void refetch()}
      />
      {list?.nodes.length === 0 && <p className="text-muted">{m.membership_invoices_none()}</p>}
      {list && list.nodes.length > 0 && (
        <ul className="flex flex-col divide-y divide-line">
          {list.nodes.map(({ id, number, date, total, status, pdfUrl }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
              <span className="min-w-0 flex-1 basis-40">
                <span className="block font-semibold">{formatDate(date)}</span>
                {number && <span className="block text-sm text-muted [overflow-wrap:anywhere]">{number}</span>}
              </span>
              <Badge tone={status === 'open' ? 'live' : 'plain'}>{m.membership_invoice_status({ status })}</Badge>
              <span className="font-semibold tabular-nums">{formatMoney(total)}</span>
              {pdfUrl && (
                <a
                  href={pdfUrl}
                  target="_blank"
                  rel="noreferrer"
                  aria-label={m.membership_invoice_pdf({ date: formatDate(date) })}
                  className="inline-flex min-h-9 items-center gap-1.5 font-semibold text-place-ink underline underline-offset-4"
                >
                  <Icon name="download" size={16} />
                  {m.membership_pdf()}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
      {list && (
        <ShowMore
          pageInfo={{ hasNextPage: list.pageInfo.hasNextPage, endCursor: list.pageInfo.endCursor ?? null }}
          onMore={(after) => fetchMore({ variables: { after } })}
        />
      )}
    </section>
  );
}
