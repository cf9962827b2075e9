import { m } from '#messages';
import { useMutation, useQuery } from '@apollo/client/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { DecidePartnerRequestDocument, PartnerRequestsDocument } from '../../api/graph/developers/developers';
import type { PartnerRequestsQuery } from '../../api/graph/graphql';
import { textUpTo } from '../../lib/form';
import { useDraftForm } from '../session';
import { formatDate } from '../../lib/format';
import { problemDetail } from '../../api/problems';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { TextAreaField } from '../../ui/field';
import { LoadState } from '../../ui/load-state';
import { toast } from '../../ui/toast';
import { scopeText } from './scopes';

/** Requests of a page. */
const FIRST = 20;
/** Characters of a reason. */
const REASON_LENGTH = 1_000;

type Request = PartnerRequestsQuery['partnerRequests']['nodes'][number];

/** Requests for clients that wait, the oldest first, for operators. */
export function RequestQueue() {
  const { data, error, refetch, fetchMore, loading } = useQuery(PartnerRequestsDocument, {
    variables: { first: FIRST },
    fetchPolicy: 'cache-and-network',
    notifyOnNetworkStatusChange: true,
  });
  const requests = data?.partnerRequests;
  const after = requests?.pageInfo.hasNextPage ? requests.pageInfo.endCursor : null;
  const more = async () => {
    try {
      await fetchMore({ variables: { after } });
    } catch (problem) {
      toast({
        title: m.developers_requests_failed(),
        description: problemDetail(problem, m.developers_failed()),
        variant: 'destructive',
      });
    }
  };
  return (
    <>
      <LoadState
        loading={m.developers_requests_loading()}
        failed={m.developers_requests_failed()}
        isPending={!requests && !error}
        error={requests ? null : error}
        onRetry={() => void refetch()}
      />
      {requests?.nodes.length === 0 && (
        <EmptyState icon="check" title={m.developers_requests_none()} text={m.developers_requests_none_text()} />
      )}
      {requests && requests.nodes.length > 0 && (
        <ul className="flex flex-col gap-4">
          {requests.nodes.map((request) => (
            <RequestRow key={request.id} request={request} onDecided={() => void refetch()} />
          ))}
        </ul>
      )}
      {after && (
        <Button className="self-center" pending={loading} onClick={() => void more()}>
          {m.developers_more_requests()}
        </Button>
      )}
    </>
  );
}

const answerRules = z
  .object({ isApproved: z.boolean(), reason: textUpTo(REASON_LENGTH) })
  .refine(({ isApproved, reason }) => isApproved || reason !== '', {
    path: ['reason'],
    error: () => m.developers_reason_missing(),
  });

type Answer = z.infer<typeof answerRules>;

function RequestRow({
  request: { id, player, name, purpose, website, scopes, redirectUris, isPublic, requestedAt, activeClients },
  onDecided,
}: {
  request: Request;
  onDecided: () => void;
}) {
  const { form, clear } = useDraftForm<Answer>(`partner-decision:${id}`, {
    resolver: zodResolver(answerRules),
    defaultValues: { isApproved: true, reason: '' },
  });
  const {
    register,
    handleSubmit,
    setValue,
    formState: { errors },
  } = form;
  const [decide, { loading, error }] = useMutation(DecidePartnerRequestDocument);
  const submitDecision = (isApproved: boolean) => {
    setValue('isApproved', isApproved);
    return handleSubmit(send)();
  };
  const send = async ({ isApproved, reason }: Answer) => {
    try {
      await decide({ variables: { input: { id, isApproved, reason: reason || null } } });
    } catch {
      return;
    }
    clear();
    toast({ title: isApproved ? m.developers_approved({ name }) : m.developers_declined({ name }) });
    onDecided();
  };
  return (
    <li className="plate flex flex-col gap-4 p-5">
      <div>
        <h2 className="text-lg font-semibold wrap-anywhere">{name}</h2>
        <p className="text-sm text-muted wrap-anywhere">
          {m.developers_request_by({
            player: player ?? '',
            date: formatDate(requestedAt, { dateStyle: 'medium' }),
            count: activeClients,
          })}
        </p>
      </div>
      <p className="max-w-[72ch] whitespace-pre-line wrap-anywhere">{purpose}</p>
      {website && (
        <p>
          <a
            href={website}
            target="_blank"
            rel="noreferrer nofollow"
            className="underline underline-offset-4 wrap-anywhere"
          >
            {website}
          </a>
        </p>
      )}
      <ul className="flex flex-col gap-1">
        {scopes.map((scope) => (
          <li key={scope}>
            <code>{scope}</code> <span className="text-sm text-muted">{scopeText(scope)}</span>
          </li>
        ))}
      </ul>
      {redirectUris.length > 0 && (
        <div>
          <h3 className="text-sm font-semibold">{m.developers_redirects_of()}</h3>
          <ul>
            {redirectUris.map((address) => (
              <li key={address}>
                <code className="text-sm wrap-anywhere">{address}</code>
              </li>
            ))}
          </ul>
          {isPublic && <p className="text-sm text-muted">{m.developers_kind_public()}</p>}
        </div>
      )}
      <TextAreaField
        label={m.developers_reason()}
        hint={m.developers_reason_hint()}
        rows={2}
        maxLength={REASON_LENGTH}
        error={errors.reason?.message}
        {...register('reason')}
      />
      {error && (
        <p role="alert" className="font-medium text-danger-ink">
          {problemDetail(error, m.developers_failed())}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" disabled={loading} onClick={() => void submitDecision(true)}>
          {m.developers_approve()} <span className="sr-only">{name}</span>
        </Button>
        <Button disabled={loading} onClick={() => void submitDecision(false)}>
          {m.developers_decline()} <span className="sr-only">{name}</span>
        </Button>
      </div>
    </li>
  );
}
