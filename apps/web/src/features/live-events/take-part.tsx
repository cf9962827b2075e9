import { m } from '#messages';
import type { LiveEvent } from '../../api/types';
import { formatNumber } from '../../lib/format';
import { TOKENS_NAME } from '../../product';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { useTakingPart } from './use-events';

/** Join or leave while the event is not over, and then what came of it. */
export function TakePart({ event, status }: { event: LiveEvent; status: LiveEvent['status'] }) {
  const { isBusy, join, leave } = useTakingPart(event);
  const { participation, title, cancelledAt, rewardTokens } = event;
  if (cancelledAt) return <p className="text-sm text-muted">{m.live_events_cancelled_text()}</p>;
  if (status === 'ended') return participation && <Badge tone="work"><Icon name="check" size={14} />{participation.rewardedAt ? m.live_events_rewarded({ count: formatNumber(rewardTokens), tokens: TOKENS_NAME }) : m.live_events_took_part()}</Badge>;
  if (!participation) return <Button variant="primary" disabled={isBusy} onClick={join}>{m.live_events_join()}{' '}<span className="sr-only">{title}</span></Button>;
  return (
    <>
      <Badge tone="work"><Icon name="check" size={14} />{m.live_events_joined()}</Badge>
      <Button variant="quiet" size="sm" disabled={isBusy} onClick={leave}>{m.live_events_leave()}{' '}<span className="sr-only">{title}</span></Button>
    </>
  );
}
