import { m } from '#messages';
import type { LiveEvent } from '../../api/types';
import { formatNumber } from '../../lib/format';
import { TOKENS_NAME } from '../../product';
import { Badge } from '../../ui/badge';
import { Icon } from '../../ui/icon';

/** The player's participation in an event, or its result; renders nothing without one. */
export function Outcome({
  event: { participation, cancelledAt, rewardTokens, rewardNft },
  status,
}: {
  event: LiveEvent;
  status: LiveEvent['status'];
}) {
  if (!participation || cancelledAt) return null;
  const isPaid = status === 'ended' && participation.rewardedAt !== null && rewardTokens > 0;
  const text =
    status !== 'ended'
      ? m.live_events_joined()
      : isPaid
        ? m.live_events_rewarded({ count: formatNumber(rewardTokens), tokens: TOKENS_NAME })
        : m.live_events_took_part();
  return (
    <>
      <Badge tone="work">
        <Icon name="check" size={14} />
        {text}
      </Badge>
      {status === 'ended' && participation.rewardedAt && rewardNft && (
        <Badge tone="action">
          <Icon name="star" size={14} />
          {rewardNft}
        </Badge>
      )}
    </>
  );
}
