import { m } from '#messages';
import type { LiveEvent } from '../../api/types';
import { Button } from '../../ui/button';
import { Outcome } from './outcome';
import { useTakingPart } from './use-events';

/** Join or leave while the event is not over, and then what came of it. */
export function TakePart({ event, status }: { event: LiveEvent; status: LiveEvent['status'] }) {
  const { isBusy, join, leave } = useTakingPart(event);
  const { participation, title, cancelledAt } = event;
  if (cancelledAt) return <p className="text-sm text-muted">{m.live_events_cancelled_text()}</p>;
  if (status === 'ended') return <Outcome event={event} status={status} />;
  if (!participation)
    return (
      <Button variant="primary" disabled={isBusy} onClick={join}>
        {m.live_events_join()} <span className="sr-only">{title}</span>
      </Button>
    );
  return (
    <>
      <Outcome event={event} status={status} />
      <Button variant="quiet" size="sm" disabled={isBusy} onClick={leave}>
        {m.live_events_leave()} <span className="sr-only">{title}</span>
      </Button>
    </>
  );
}
