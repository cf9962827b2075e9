import { m } from '#messages';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Session } from '../../api/types';
import { formatDate } from '../../lib/format';
import { api, problemCode } from '../../api/http';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Icon } from '../../ui/icon';
import { LoadState } from '../../ui/load-state';
import { toast } from '../../ui/toast';
import { AccountSection } from './account-section';
import { useChange } from './use-change';
import { useFocusAfterRemoval } from './use-focus-after-removal';

export function SessionsSection() {
  return (
    <AccountSection icon="device" title={m.account_devices_title()} summary={m.account_devices_summary()}>
      {() => <Sessions />}
    </AccountSection>
  );
}

const sessionsKey = ['/api/profile/sessions'] as const;

/** Every device that the player is signed in with; all but this one can be signed out. */
function Sessions() {
  const client = useQueryClient();
  const { data: sessions, error, isPending, refetch } = useQuery<Session[]>({ queryKey: sessionsKey });
  const container = useFocusAfterRemoval(sessions?.length ?? 0);
  const [asked, setAsked] = useState<'others' | Session>();

  const onEnded = async (title: string, description: string) => {
    setAsked(undefined);
    await client.invalidateQueries({ queryKey: sessionsKey });
    toast({ title, description });
  };
  const others = sessions?.filter(({ current }) => !current) ?? [];
  return (
    <div ref={container} tabIndex={-1} className="flex max-w-[64ch] flex-col items-stretch gap-5 outline-none">
      <LoadState
        loading={m.account_devices_loading()}
        failed={m.account_devices_failed()}
        isPending={isPending}
        error={error}
        onRetry={() => void refetch()}
      />
      {sessions && (
        <ul className="flex flex-col divide-y divide-line">
          {sessions
            .filter(({ current }) => current)
            .concat(others)
            .map((session) => (
              <SessionItem key={session.id} session={session} onEnd={() => setAsked(session)} />
            ))}
        </ul>
      )}
      {sessions && others.length === 0 && <p className="text-muted">{m.account_devices_none()}</p>}
      {others.length > 1 && (
        <Button className="self-start" onClick={() => setAsked('others')}>
          {m.account_devices_end_all()}
        </Button>
      )}
      {asked === 'others' && (
        <EndDialog
          title={m.account_devices_end_all_title()}
          text={m.account_devices_end_all_text({ count: others.length })}
          end={() => api.DELETE('/api/profile/sessions')}
          onClose={() => setAsked(undefined)}
          onEnded={() => onEnded(m.account_devices_ended(), m.account_devices_ended_text())}
        />
      )}
      {asked && asked !== 'others' && (
        <EndDialog
          title={m.account_device_end_title()}
          text={m.account_device_end_text({ device: asked.device })}
          end={() => endSession(asked.id)}
          onClose={() => setAsked(undefined)}
          onEnded={() => onEnded(m.account_device_ended(), m.account_device_ended_text({ device: asked.device }))}
        />
      )}
    </div>
  );
}

function SessionItem({
  session: { device, openedAt, lastSeenAt, current },
  onEnd,
}: {
  session: Session;
  onEnd: () => void;
}) {
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <Icon name="device" size={22} className="shrink-0 text-action-ink" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold [overflow-wrap:anywhere]">
          {device}
          {current && <Badge tone="action">{m.account_device_this()}</Badge>}
        </p>
        <p className="flex flex-wrap gap-x-4 text-sm text-muted">
          <time dateTime={openedAt}>{m.account_device_since({ date: formatDate(openedAt) })}</time>
          {!current && <time dateTime={lastSeenAt}>{m.account_device_seen({ date: moment(lastSeenAt) })}</time>}
        </p>
      </div>
      {!current && (
        <Button size="sm" aria-label={m.account_device_end_label({ device, date: moment(lastSeenAt) })} onClick={onEnd}>
          {m.account_device_end()}
        </Button>
      )}
    </li>
  );
}

const moment = (instant: string) => formatDate(instant, { dateStyle: 'medium', timeStyle: 'short' });

/** A session that has already ended is a success. */
async function endSession(id: string): Promise<void> {
  await api.DELETE('/api/profile/sessions/{id}', { params: { path: { id } } }).catch((error: unknown) => {
    if (problemCode(error) !== 'NOT_FOUND') throw error;
  });
}

interface EndDialogProps {
  title: string;
  text: string;
  end: () => Promise<unknown>;
  onEnded: () => Promise<void>;
  onClose: () => void;
}

function EndDialog({ title, text, end, onEnded, onClose }: EndDialogProps) {
  const ending = useChange({ change: end, onDone: onEnded, otherwise: m.account_failed() });
  return (
    <ConfirmDialog
      title={title}
      text={text}
      confirmLabel={m.account_device_end()}
      pending={ending.isPending}
      error={ending.problem}
      onConfirm={() => ending.mutate()}
      onClose={onClose}
    />
  );
}
