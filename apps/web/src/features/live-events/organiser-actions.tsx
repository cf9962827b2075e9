import { m } from '#messages';
import { useMutation } from '@apollo/client/react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { generatePath, Link } from 'react-router-dom';
import { CancelEventDocument } from '../../api/graph/live-events/live-events';
import type { LiveEvent } from '../../api/types';
import { paths } from '../../lib/paths';
import { problemDetail } from '../../api/problems';
import { liveEventsChanged } from '../../api/shared-facts';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Icon } from '../../ui/icon';

/** Organisers' actions on an event that is not over. */
export function OrganiserActions({ event: { id, title } }: { event: LiveEvent }) {
  const [cancel, { loading, error }] = useMutation(CancelEventDocument, { variables: { id } });
  const [asks, setAsks] = useState(false);
  const client = useQueryClient();
  const confirm = async () => {
    await cancel();
    await liveEventsChanged(client);
    setAsks(false);
  };
  return (
    <div role="group" aria-label={m.live_events_organise()} className="flex flex-wrap gap-3">
      <Button asChild size="sm">
        <Link to={generatePath(paths.changeLiveEvent, { id })}>
          <Icon name="pencil" size={16} />
          {m.live_events_change()}
        </Link>
      </Button>
      <Button size="sm" onClick={() => setAsks(true)}>
        <Icon name="close" size={16} />
        {m.live_events_cancel()}
      </Button>
      <ConfirmDialog
        open={asks}
        title={m.live_events_cancel_title({ title })}
        text={m.live_events_cancel_text()}
        confirmLabel={m.live_events_cancel()}
        cancelLabel={m.live_events_keep()}
        pending={loading}
        error={error && problemDetail(error, m.live_events_failed_text())}
        onConfirm={() => void confirm().catch(() => undefined)}
        onClose={() => setAsks(false)}
      />
    </div>
  );
}
