import { m } from '#messages';
import { useMutation } from '@apollo/client/react';
import { useId, useState } from 'react';
import { type EndpointFragment, ReplayWebhookDocument } from '../../../api/graph/graphql';
import { problemDetail } from '../../../lib/problems';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { TextField } from '../../../ui/field';
import { toast } from '../../../ui/toast';

const DAY = 86_400_000;
/** For which changes are kept. */
const KEPT_DAYS = 30;

/** As an input for local times has it: 2026-11-22T18:30. */
const localTime = (moment: number) => new Date(moment - new Date(moment).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

/** Sends everything since a moment once more. */
export function ReplayDialog({ endpoint: { id }, onClose }: { endpoint: EndpointFragment; onClose: () => void }) {
  const [now] = useState(Date.now);
  const [since, setSince] = useState(localTime(now - DAY));
  const [replay, { loading, error }] = useMutation(ReplayWebhookDocument);
  const moment = new Date(since).getTime();
  const isKept = moment >= now - KEPT_DAYS * DAY && moment <= now;
  const [isRefused, setRefused] = useState(false);
  const formId = useId();
  const send = async () => {
    setRefused(!isKept);
    if (!isKept) return;
    try {
      await replay({ variables: { id, since: new Date(moment).toISOString() } });
    } catch {
      return;
    }
    toast({ title: m.developers_replay_started() });
    onClose();
  };
  return (
    <Dialog open onOpenChange={onClose} size="sm" dismissible={!loading} title={m.developers_replay_title()} description={m.developers_replay_text()} footer={<Button type="submit" form={formId} variant="primary" pending={loading}>{m.developers_replay()}</Button>}>
      <form id={formId} noValidate onSubmit={(event) => { event.preventDefault(); void send(); }}>
        <TextField
          label={m.developers_replay_since()} hint={m.developers_replay_since_hint()} type="datetime-local" required min={localTime(now - KEPT_DAYS * DAY)} max={localTime(now)} value={since} onChange={({ target }) => setSince(target.value)}
          error={isRefused && !isKept ? m.developers_replay_since_invalid() : undefined}
        />
        {error && <p role="alert" className="mt-3 font-medium text-danger-ink">{problemDetail(error, m.developers_failed())}</p>}
      </form>
    </Dialog>
  );
}
