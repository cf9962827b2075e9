import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Session } from '../../api/types';
import { api, problemCode } from '../../lib/http';
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
    <AccountSection icon="device" title="Signed-in devices" summary="See where you are signed in, and sign out there.">
      {() => <Sessions />}
    </AccountSection>
  );
}

const sessionsKey = ['/api/profile/sessions'] as const;

/** Every device that the player is signed in with; all but this one can be signed out. */
function Sessions() {
  const client = useQueryClient();
  const { data: sessions, error, isPending, refetch } = useQuery<Session[]>({ queryKey: sessionsKey });
  const place = useFocusAfterRemoval(sessions?.length ?? 0);
  const [asked, setAsked] = useState<'others' | Session>();

  const onEnded = async (title: string, description: string) => {
    setAsked(undefined);
    await client.invalidateQueries({ queryKey: sessionsKey });
    toast({ title, description });
  };
  const others = sessions?.filter(({ current }) => !current) ?? [];
  return (
    <div ref={place} tabIndex={-1} className="flex max-w-[64ch] flex-col items-stretch gap-5 outline-none">
      <LoadState loading="Loading your devices..." failed="Your devices could not be loaded" isPending={isPending} error={error} onRetry={() => void refetch()} />
      {sessions && (
        <ul className="flex flex-col divide-y divide-line">
          {sessions.filter(({ current }) => current).concat(others).map((session) => <SessionItem key={session.id} session={session} onEnd={() => setAsked(session)} />)}
        </ul>
      )}
      {sessions && others.length === 0 && <p className="text-muted">You are not signed in anywhere else.</p>}
      {others.length > 1 && <Button className="self-start" onClick={() => setAsked('others')}>Sign out all other devices</Button>}
      {asked === 'others' && (
        <EndDialog
          title="Sign out all other devices?" text={`${others.length} devices will have to sign in again. This one stays signed in.`}
          end={() => api.DELETE('/api/profile/sessions')} onClose={() => setAsked(undefined)}
          onEnded={() => onEnded('Devices Signed Out', 'You are now signed in on this device only.')}
        />
      )}
      {asked && asked !== 'others' && (
        <EndDialog
          title="Sign out this device?" text={`${asked.device} will have to sign in again.`}
          end={() => endSession(asked.id)} onClose={() => setAsked(undefined)}
          onEnded={() => onEnded('Device Signed Out', `${asked.device} is signed out.`)}
        />
      )}
    </div>
  );
}

function SessionItem({ session: { device, openedAt, lastSeenAt, current }, onEnd }: { session: Session; onEnd: () => void }) {
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <Icon name="device" size={22} className="shrink-0 text-action-ink" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold [overflow-wrap:anywhere]">
          {device}
          {current && <Badge tone="action">This device</Badge>}
        </p>
        <p className="flex flex-wrap gap-x-4 text-sm text-muted">
          <span>Since <time dateTime={openedAt}>{day(openedAt)}</time></span>
          {!current && <span>Last seen <time dateTime={lastSeenAt}>{moment(lastSeenAt)}</time></span>}
        </p>
      </div>
      {!current && <Button size="sm" aria-label={`Sign out ${device}, last seen ${moment(lastSeenAt)}`} onClick={onEnd}>Sign out</Button>}
    </li>
  );
}

const day = (instant: string) => new Date(instant).toLocaleDateString('en', { dateStyle: 'medium' });
const moment = (instant: string) => new Date(instant).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });

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
  const ending = useChange({ change: end, onDone: onEnded, otherwise: 'That did not work. Please try again.' });
  return (
    <ConfirmDialog
      title={title} text={text} confirmLabel="Sign out" pending={ending.isPending} error={ending.problem}
      onConfirm={() => ending.mutate()} onClose={onClose}
    />
  );
}
