import { m } from '#messages';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { ClientDocument, ClientDocuments } from '../../../api/types';
import { formatDate } from '../../../lib/format';
import { api, bodyOf } from '../../../api/http';
import { paths } from '../../../lib/paths';
import { problemDetail } from '../../../api/problems';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { EmptyState } from '../../../ui/empty-state';
import { Icon } from '../../../ui/icon';
import { LoadState } from '../../../ui/load-state';
import { Skeleton } from '../../../ui/skeleton';
import { CodeBlock } from '../code-block';
import { Fact } from '../fact';
import { Part } from '../part';
import { RemoveDocumentDialog } from './remove-document-dialog';

const MOMENT = { dateStyle: 'medium', timeStyle: 'short' } as const;

/** The GraphQL documents that a client has registered, the newest first. */
export function Documents({ clientId }: { clientId: string }) {
  const { data, error, isPending, isFetchingNextPage, hasNextPage, fetchNextPage, isFetchNextPageError, refetch } =
    useInfiniteQuery({
      queryKey: ['/api/partner-clients', clientId, 'documents'],
      queryFn: ({ pageParam, signal }) =>
        bodyOf<ClientDocuments>(
          api.GET('/api/partner-clients/{id}/documents', {
            params: { path: { id: clientId }, query: { cursor: pageParam } },
            signal,
          }),
        ),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
      staleTime: 0,
    });
  const documents = data?.pages.flatMap((page) => page.documents);
  return (
    <Part id="documents" title={m.developers_documents()} text={m.developers_documents_text()}>
      <LoadState
        loading={m.developers_documents_loading()}
        failed={m.developers_documents_failed()}
        isPending={isPending}
        error={data ? null : error}
        onRetry={() => void refetch()}
      >
        <div className="flex flex-col gap-3">
          <Skeleton className="h-28" />
          <Skeleton className="h-28" />
        </div>
      </LoadState>
      {documents?.length === 0 && (
        <EmptyState
          icon="list"
          title={m.developers_documents_none()}
          text={m.developers_documents_none_text()}
          action={
            <Link to={paths.developerGuide} className="underline underline-offset-4">
              {m.developers_whole_guide()}
            </Link>
          }
        />
      )}
      {documents && documents.length > 0 && (
        <ul className="flex flex-col gap-4">
          {documents.map((document) => (
            <DocumentRow key={document.documentId} {...{ clientId, document }} />
          ))}
        </ul>
      )}
      {isFetchNextPageError && (
        <p role="alert" className="font-medium text-danger-ink">
          {m.developers_documents_failed()}. {problemDetail(error, m.developers_failed())}
        </p>
      )}
      {hasNextPage && (
        <Button className="self-start" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {m.developers_more_requests()}
        </Button>
      )}
    </Part>
  );
}

function DocumentRow({ clientId, document }: { clientId: string; document: ClientDocument }) {
  const { documentId, name, query, registeredAt, lastUsedAt, mostPoints } = document;
  const [isRemoving, setRemoving] = useState(false);
  const title = name ?? documentId;
  return (
    <li className="plate flex min-w-0 flex-col gap-3 p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="min-w-0 font-semibold wrap-anywhere">{title}</h3>
        {mostPoints === null && <Badge tone="live">{m.developers_document_broken()}</Badge>}
        <Button size="sm" variant="quiet" className="ms-auto" onClick={() => setRemoving(true)}>
          {m.developers_document_remove()} <span className="sr-only">{title}</span>
        </Button>
      </div>
      {mostPoints === null && <p className="max-w-[72ch] text-danger-ink">{m.developers_document_broken_text()}</p>}
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[max-content_1fr]">
        {mostPoints !== null && (
          <Fact name={m.developers_document_cost()}>{m.developers_document_points({ count: mostPoints })}</Fact>
        )}
        <Fact name={m.developers_document_used()}>
          {lastUsedAt ? formatDate(lastUsedAt, MOMENT) : m.developers_document_unused()}
        </Fact>
        <Fact name={m.developers_document_registered()}>{formatDate(registeredAt, MOMENT)}</Fact>
        {name !== null && (
          <Fact name={m.developers_document_id()}>
            <code className="text-sm select-all wrap-anywhere">{documentId}</code>
          </Fact>
        )}
      </dl>
      <details className="group border-t border-line pt-2">
        <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-semibold">
          <Icon name="chevronDown" size={16} className="group-open:rotate-180" />
          {m.developers_document_query()} <span className="sr-only">{title}</span>
        </summary>
        <CodeBlock label={title} code={query} />
      </details>
      {isRemoving && <RemoveDocumentDialog {...{ clientId, document }} onClose={() => setRemoving(false)} />}
    </li>
  );
}
