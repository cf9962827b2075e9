import { m } from '#messages';
import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import {
  DeleteWebhookEndpointDocument,
  ResumeWebhookEndpointDocument,
  TestWebhookDocument,
} from '../../../api/graph/developers/webhooks/webhooks';
import type { EndpointFragment, OwnClientFragment } from '../../../api/graph/graphql';
import { formatDate } from '../../../lib/format';
import { problemDetail } from '../../../api/problems';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { Icon } from '../../../ui/icon';
import { toast } from '../../../ui/toast';
import { Fact } from '../fact';
import { Deliveries } from './deliveries';
import { EndpointDialog } from './endpoint-dialog';
import { ReplayDialog } from './replay-dialog';
import { RotateSecretDialog } from './secret-dialogs';

const MOMENT = { dateStyle: 'medium', timeStyle: 'short' } as const;

interface EndpointCardProps {
  client: OwnClientFragment;
  endpoint: EndpointFragment;
  onChanged: () => void;
}

/** An endpoint: its state, what can be done with it, and what was sent there. */
export function EndpointCard({ client, endpoint, onChanged }: EndpointCardProps) {
  const { id, url, kinds, bbox, state, failingSince, lastDeliveredAt, formerSecretUntil, createdAt } = endpoint;
  const [open, setOpen] = useState<'edit' | 'rotate' | 'replay' | 'delete'>();
  const [showsLog, setShowsLog] = useState(false);
  const [round, setRound] = useState(0);
  const onSent = () => setRound((count) => count + 1);
  const [test, testing] = useMutation(TestWebhookDocument, { variables: { id } });
  const [resume, resuming] = useMutation(ResumeWebhookEndpointDocument, { variables: { id } });
  const close = () => setOpen(undefined);
  const host = new URL(url).host;
  const attempt = async (run: () => Promise<unknown>, done: string) => {
    try {
      await run();
    } catch (problem) {
      toast({ title: m.developers_failed(), description: problemDetail(problem, ''), variant: 'destructive' });
      return;
    }
    toast({ title: done });
    setShowsLog(true);
    onSent();
  };
  const named = (label: string) => (
    <>
      {label} <span className="sr-only">{host}</span>
    </>
  );
  return (
    <li className="plate flex min-w-0 flex-col gap-4 p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="min-w-0 font-semibold wrap-anywhere">{url}</h3>
        <Badge tone={state === 'paused' ? 'live' : failingSince ? 'place' : 'work'}>
          {state === 'paused'
            ? m.developers_endpoint_paused()
            : failingSince
              ? m.developers_endpoint_failing()
              : m.developers_state_active()}
        </Badge>
      </div>
      <Trouble endpoint={endpoint} />
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[max-content_1fr]">
        <Fact name={m.developers_endpoint_kinds()}>
          <span className="flex flex-wrap gap-x-3 gap-y-1">
            {kinds.map((kind) => (
              <code key={kind} className="text-sm">
                {kind}
              </code>
            ))}
          </span>
        </Fact>
        <Fact name={m.developers_endpoint_box()}>
          {bbox ? <code className="text-sm">{bbox.join(', ')}</code> : m.developers_endpoint_world()}
        </Fact>
        <Fact name={m.developers_endpoint_last()}>
          {lastDeliveredAt
            ? formatDate(lastDeliveredAt, MOMENT)
            : m.developers_endpoint_never({ since: formatDate(createdAt, MOMENT) })}
        </Fact>
        {formerSecretUntil && (
          <Fact name={m.developers_former_secret()}>
            {m.developers_valid_until({ when: formatDate(formerSecretUntil, MOMENT) })}
          </Fact>
        )}
      </dl>
      <div className="flex flex-wrap gap-2">
        {(state === 'paused' || failingSince) && (
          <Button
            size="sm"
            variant="primary"
            pending={resuming.loading}
            onClick={() => void attempt(resume, m.developers_endpoint_resumed())}
          >
            {named(state === 'paused' ? m.developers_endpoint_resume() : m.developers_endpoint_try_now())}
          </Button>
        )}
        <Button size="sm" pending={testing.loading} onClick={() => void attempt(test, m.developers_endpoint_tested())}>
          {named(m.developers_endpoint_test())}
        </Button>
        <Button size="sm" onClick={() => setOpen('replay')}>
          {named(m.developers_replay())}
        </Button>
        <Button size="sm" onClick={() => setOpen('edit')}>
          {named(m.developers_endpoint_change())}
        </Button>
        <Button size="sm" onClick={() => setOpen('rotate')}>
          {named(m.developers_rotate())}
        </Button>
        <Button size="sm" variant="quiet" onClick={() => setOpen('delete')}>
          {named(m.developers_endpoint_delete())}
        </Button>
      </div>
      <details
        open={showsLog}
        onToggle={({ currentTarget }) => setShowsLog(currentTarget.open)}
        className="group border-t border-line pt-3"
      >
        <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-semibold">
          <Icon name="chevronDown" size={16} className="group-open:rotate-180" />
          {named(m.developers_deliveries())}
        </summary>
        {showsLog && <Deliveries {...{ endpoint, round, onSent }} />}
      </details>
      {open === 'edit' && <EndpointDialog {...{ client, endpoint }} onClose={close} />}
      {open === 'rotate' && <RotateSecretDialog endpoint={endpoint} onRotated={onChanged} onClose={close} />}
      {open === 'replay' && <ReplayDialog endpoint={endpoint} onClose={close} />}
      {open === 'delete' && <DeleteDialog endpoint={endpoint} onDeleted={onChanged} onClose={close} />}
    </li>
  );
}

/** Why it is paused, or since when it fails. */
function Trouble({ endpoint: { state, pausedAt, failingSince, nextAttemptAt } }: { endpoint: EndpointFragment }) {
  if (state === 'paused')
    return (
      <p className="max-w-[72ch] text-danger-ink">
        {m.developers_endpoint_paused_text({
          at: formatDate(pausedAt!, MOMENT),
          since: formatDate(failingSince ?? pausedAt!, MOMENT),
        })}
      </p>
    );
  if (!failingSince) return null;
  return (
    <p className="max-w-[72ch] text-muted">
      {m.developers_endpoint_failing_text({
        since: formatDate(failingSince, MOMENT),
        next: formatDate(nextAttemptAt ?? failingSince, MOMENT),
      })}
    </p>
  );
}

function DeleteDialog({
  endpoint: { id, url },
  onDeleted,
  onClose,
}: {
  endpoint: EndpointFragment;
  onDeleted: () => void;
  onClose: () => void;
}) {
  const [remove, { loading, error }] = useMutation(DeleteWebhookEndpointDocument, { variables: { id } });
  const confirm = async () => {
    try {
      await remove();
    } catch {
      return;
    }
    toast({ title: m.developers_endpoint_deleted() });
    onClose();
    onDeleted();
  };
  return (
    <ConfirmDialog
      title={m.developers_endpoint_delete_title()}
      text={m.developers_endpoint_delete_text({ url })}
      confirmLabel={m.developers_endpoint_delete()}
      pending={loading}
      error={error && problemDetail(error, m.developers_failed())}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
