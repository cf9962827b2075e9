import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { useOnline } from '../../lib/use-online';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Dialog } from '../../ui/dialog';
import { EmptyState } from '../../ui/empty-state';
import { Icon } from '../../ui/icon';
import { Picture } from '../../ui/picture';
import { EditWorkDialog } from './edit-work-dialog';
import { queueStore, type QueuedWork } from './queue-store';
import { sendQueue, tell, withQueue } from './send-queue';
import { useQueue } from './use-queue';

/** The works that wait on this device, in the order in which they are sent. */
export function QueueList() {
  const { works, sending } = useQueue();
  const isOnline = useOnline();
  const [editing, setEditing] = useState<QueuedWork | null>(null);
  const [deleting, setDeleting] = useState<QueuedWork | null>(null);
  if (!works) return <p role="status" className="text-muted">Looking what waits...</p>;
  if (works.length === 0) {
    return (
      <EmptyState
        icon="check" title="Everything is sent" text="Works that you document without signal wait here until there is some."
        action={<Button asChild variant="primary"><Link to={paths.home}>Explore the map</Link></Button>}
      />
    );
  }
  const remove = async ({ id }: QueuedWork) => {
    await withQueue(() => queueStore.remove(id));
    tell({ kind: 'changed' });
    setDeleting(null);
  };
  const retry = async ({ id }: QueuedWork) => {
    await withQueue(() => queueStore.change(id, { state: 'waiting', problem: null, unsureSince: null }));
    tell({ kind: 'changed' });
    await sendQueue();
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <p role="status" className="min-w-0 flex-1 text-muted">{isOnline ? 'They are sent one after the other.' : 'No signal: they are sent as soon as there is some.'}</p>
        <Button size="sm" disabled={!isOnline || sending !== null} onClick={() => void sendQueue()}><Icon name="upload" size={16} />Send now</Button>
      </div>
      <ol aria-label="Waiting to be sent" className="flex flex-col gap-4">
        {works.map((work) => (
          <QueuedItem
            key={work.id} work={work} isSending={sending === work.id} isOnline={isOnline}
            onEdit={() => setEditing(work)} onDelete={() => setDeleting(work)} onRetry={() => void retry(work)}
          />
        ))}
      </ol>
      {editing && <EditWorkDialog work={editing} onClose={() => setEditing(null)} />}
      <Dialog
        open={deleting !== null} onOpenChange={(open) => !open && setDeleting(null)} size="sm" title="Delete this work?"
        description={deleting && `“${deleting.draft.name.trim()}” is on this device only${deleting.photo ? ', with its photo' : ''}. It cannot be brought back.`}
        footer={(
          <>
            <Button onClick={() => setDeleting(null)}>Keep it</Button>
            <Button variant="danger" onClick={() => void remove(deleting!)}><Icon name="trash" size={18} />Delete</Button>
          </>
        )}
      />
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
  const picture = useAddressOf(photo) ?? draft.photo?.imageUrl;
  return (
    <li>
      <Card tone={state === 'failed' ? 'danger' : 'plain'} className="flex flex-wrap items-start gap-4 sm:flex-nowrap">
        {picture
          ? <Picture src={picture} alt={`Photo of ${title}`} ratio="1 / 1" sizes="6rem" className="size-24 shrink-0 rounded-sm" />
          : <span className="grid size-24 shrink-0 place-items-center rounded-sm bg-work text-ground"><Icon name="palette" size={34} /></span>}
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 className="min-w-0 truncate text-lg font-semibold">{title}</h2>
            <Badge tone={state === 'failed' ? 'live' : isSending ? 'action' : 'place'}>{isSending ? 'Being sent' : state === 'failed' ? 'Not taken' : isOnline ? 'Waiting' : 'Waiting for signal'}</Badge>
          </div>
          <p className="text-sm text-muted">Documented <time dateTime={draft.savedAt}>{moment(draft.savedAt)}</time></p>
          {problem && <p className="mt-2 font-medium text-danger-ink">{problem}</p>}
          {unsureSince !== null && state === 'waiting' && !isSending && <p className="mt-2 text-sm text-muted">It may have arrived already. It is sent again as it is, and counts once.</p>}
          <div className="mt-3 flex flex-wrap gap-2">
            {state === 'failed' && <Button size="sm" disabled={isSending || !isOnline} onClick={onRetry}><Icon name="retry" size={16} />Retry</Button>}
            {unsureSince === null && <Button size="sm" disabled={isSending} onClick={onEdit}><Icon name="pencil" size={16} />Edit{' '}<span className="sr-only">{title}</span></Button>}
            <Button size="sm" variant="quiet" disabled={isSending} onClick={onDelete}><Icon name="trash" size={16} />Delete{' '}<span className="sr-only">{title}</span></Button>
          </div>
        </div>
      </Card>
    </li>
  );
}

function useAddressOf(photo: Blob | null): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!photo) return;
    const url = URL.createObjectURL(photo);
    setAddress(url);
    return () => URL.revokeObjectURL(url);
  }, [photo]);
  return address;
}

const moment = (iso: string) => new Date(iso).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
