import { m } from '#messages';
import type { ReactNode } from 'react';
import type { LiveEvent } from '../../api/types';
import { formatNumber } from '../../lib/format';
import { TOKENS_NAME } from '../../product';
import { Badge } from '../../ui/badge';
import { Icon, type IconName } from '../../ui/icon';
import { Countdown } from './countdown';
import { whenOf } from './event-time';

/** Upcoming, live or ended, in a word and a colour. */
export function StatusBadge({ event, status }: { event: LiveEvent; status: LiveEvent['status'] }) {
  if (event.cancelledAt)
    return (
      <Badge>
        <Icon name="close" size={13} />
        {m.live_events_cancelled()}
      </Badge>
    );
  if (status === 'live')
    return (
      <Badge tone="live">
        <span aria-hidden="true" className="size-2 rounded-full bg-live" />
        {m.live_events_live()}
      </Badge>
    );
  return status === 'upcoming' ? (
    <Badge tone="place">
      <Icon name="calendar" size={13} />
      {m.live_events_upcoming()}
    </Badge>
  ) : (
    <Badge>
      <Icon name="check" size={13} />
      {m.live_events_ended()}
    </Badge>
  );
}

/** When, where, what for and how many. */
export function EventFacts({ event }: { event: LiveEvent }) {
  const { there, here } = whenOf(event);
  const { placeName, rewardTokens, rewardNft, participants } = event;
  return (
    <ul className="flex flex-col gap-2 text-sm">
      <Fact icon="clock">
        <span className="block font-medium">{there}</span>
        {here && <span className="block text-muted">{m.live_events_your_time({ time: here })}</span>}
        <span className="block text-live-ink">
          <Countdown event={event} />
        </span>
      </Fact>
      <Fact icon="location">{placeName}</Fact>
      <Fact icon="coin">
        {rewardTokens > 0 && (
          <span className="font-semibold text-action-ink">
            {m.live_events_reward({ count: formatNumber(rewardTokens), tokens: TOKENS_NAME })}
          </span>
        )}
        {rewardTokens > 0 && rewardNft && <br />}
        {rewardNft && <span>{rewardTokens > 0 ? m.live_events_reward_named({ name: rewardNft }) : rewardNft}</span>}
        {rewardTokens === 0 && !rewardNft && <span className="text-muted">{m.live_events_reward_none()}</span>}
      </Fact>
      <Fact icon="users">{m.live_events_participants({ count: participants })}</Fact>
    </ul>
  );
}

function Fact({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2">
      <Icon name={icon} size={17} className="mt-0.5 shrink-0 text-muted" />
      <div className="min-w-0">{children}</div>
    </li>
  );
}
