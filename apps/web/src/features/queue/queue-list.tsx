import { m } from '#messages';
import { ParaglideMessage } from '@inlang/paraglide-js-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { formatDate } from '../../lib/format';
import { HttpError } from '../../api/http';
import { problemDetail } from '../../api/problems';
import { useObjectUrl } from '../../lib/use-object-url';
import { useOnline } from '../../lib/use-online';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { EmptyState } from '../../ui/empty-state';
import { Icon } from '../../ui/icon';
import { Loading } from '../../ui/load-state';
import { Picture } from '../../ui/picture';
import { EditWorkDialog } from './edit-work-dialog';
import { queueStore, type QueuedWork, type QueueProblem } from './queue-store';
import { sendQueue, postQueueMessage, withQueue } from './send-queue';
import { useQueue } from './use-queue';

/** The works that wait on this device, in the order in which they are sent. */
export function QueueList() {
  const { works, sending } = useQueue();
  const isOnline = useOnline();
  const [editing, setEditing] = useState<QueuedWork | null>(null);
  const [deleting, setDeleting] = useState<QueuedWork | null>(null);
  if (!works) return <Loading loading={m.queue_loading()} />;
  if (works.length === 0) {
    return (
      <EmptyState
        icon="check"
        title={m.queue_empty_title()}
        text={m.queue_empty_text()}
        action={
          <Button asChild variant="primary">
            <Link to={paths.home}>{m.queue_explore()}</Link>
          </Button>
        }
      />
    );
  }
  const remove = async ({ id }: QueuedWork) => {
    await withQueue(() => queueStore.remove(id));
    postQueueMessage({ kind: 'changed' });
    setDeleting(null);
  };
  const retry = async ({ id }: QueuedWork) => {
    await withQueue(() => queueStore.change(id, { state: 'waiting', problem: null, unsureSince: null }));
    postQueueMessage({ kind: 'changed' });
    await sendQueue();
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <p role="status" className="min-w-0 flex-1 text-muted">
          {isOnline ? m.queue_one_by_one() : m.queue_no_signal()}
        </p>
        <Button size="sm" disabled={!isOnline || sending !== null} onClick={() => void sendQueue()}>
          <Icon name="upload" size={16} />
          {m.queue_send_now()}
        </Button>
      </div>
      <ol aria-label={m.queue_list()} className="flex flex-col gap-4">
        {works.map((work) => (
          <QueuedItem
            key={work.id}
            work={work}
            isSending={sending === work.id}
            isOnline={isOnline}
            onEdit={() => setEditing(work)}
            onDelete={() => setDeleting(work)}
            onRetry={() => void retry(work)}
          />
        ))}
      </ol>
      {editing && <EditWorkDialog work={editing} onClose={() => setEditing(null)} />}
      {deleting && (
        <ConfirmDialog
          title={m.queue_delete_title()}
          text={
            deleting.photo
              ? m.queue_delete_with_photo({ title: deleting.draft.name.trim() })
              : m.queue_delete_text({ title: deleting.draft.name.trim() })
          }
          confirmLabel={
            <>
              <Icon name="trash" size={18} />
              {m.queue_delete()}
            </>
          }
          cancelLabel={m.queue_keep()}
          onConfirm={() => void remove(deleting)}
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  );
}

interface QueuedItemProps {
  work: QueuedWork;
  isSending: boolean;
  isOnline: boolean;
  onEdit: () => void;
  onDelete: () => void;
  onRetry: () => void;
}

function QueuedItem({ work, isSending, isOnline, onEdit, onDelete, onRetry }: QueuedItemProps) {
  const { draft, photo, state, problem, unsureSince } = work;
  const title = draft.name.trim();
  const stateText = () => {
    if (isSending) return m.queue_being_sent();
    if (state === 'failed') return m.queue_not_taken();
    return isOnline ? m.queue_waiting() : m.queue_waiting_for_signal();
  };
  const picture = useObjectUrl(photo) ?? draft.photo?.imageUrl;
  return (
    <li>
      <Card tone={state === 'failed' ? 'danger' : 'plain'} className="flex flex-wrap items-start gap-4 sm:flex-nowrap">
        {picture ? (
          <Picture
            src={picture}
            alt={m.queue_photo_of({ title })}
            ratio="1 / 1"
            sizes="6rem"
            className="size-24 shrink-0 rounded-sm"
          />
        ) : (
          <span className="grid size-24 shrink-0 place-items-center rounded-sm bg-work text-ground">
            <Icon name="palette" size={34} />
          </span>
        )}
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 className="min-w-0 truncate text-lg font-semibold">{title}</h2>
            <Badge tone={state === 'failed' ? 'live' : isSending ? 'action' : 'place'}>{stateText()}</Badge>
          </div>
          <p className="text-sm text-muted">
            <ParaglideMessage
              message={m.queue_documented}
              inputs={{ moment: formatDate(draft.savedAt, { dateStyle: 'medium', timeStyle: 'short' }) }}
              markup={{ time: ({ children }) => <time dateTime={draft.savedAt}>{children}</time> }}
            />
          </p>
          {problem && <p className="mt-2 font-medium text-danger-ink">{sentenceOf(problem)}</p>}
          {unsureSince !== null && state === 'waiting' && !isSending && (
            <p className="mt-2 text-sm text-muted">{m.queue_maybe_arrived()}</p>
          )}
          <div className="mt-3 flex flex-wrap gap-2">
            {state === 'failed' && (
              <Button size="sm" disabled={isSending || !isOnline} onClick={onRetry}>
                <Icon name="retry" size={16} />
                {m.queue_retry()}
              </Button>
            )}
            {unsureSince === null && (
              <Button size="sm" disabled={isSending} onClick={onEdit}>
                <Icon name="pencil" size={16} />
                <ParaglideMessage message={m.queue_edit} inputs={{ title }} markup={hiddenTitle} />
              </Button>
            )}
            <Button size="sm" variant="quiet" disabled={isSending} onClick={onDelete}>
              <Icon name="trash" size={16} />
              <ParaglideMessage message={m.queue_delete_this} inputs={{ title }} markup={hiddenTitle} />
            </Button>
          </div>
        </div>
      </Card>
    </li>
  );
}

/** Buttons of works side by side say the title to those who cannot see which one they are in. */
const hiddenTitle = { hidden: ({ children }: { children?: ReactNode }) => <span className="sr-only">{children}</span> };

const sentenceOf = (problem: QueueProblem) =>
  problem === 'unsure'
    ? m.queue_unsure()
    : problemDetail(new HttpError(problem.status, problem.body, ''), m.queue_not_taken_text());
