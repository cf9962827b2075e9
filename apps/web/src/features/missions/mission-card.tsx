import { m } from '#messages';
import { generatePath, Link } from 'react-router-dom';
import type { Mission, NearbyMission } from '../../api/types';
import { paths } from '../../lib/paths';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Icon } from '../../ui/icon';
import { formatDistance } from '../map';
import { MissionBadges } from './mission-badges';

interface MissionCardProps {
  mission: Mission & Partial<Pick<NearbyMission, 'distance'>>;
  /** The player's part in it. */
  status: 'active' | 'completed' | 'left' | undefined;
  isBusy: boolean;
  onStart: () => void;
}

export function MissionCard({ mission, status, isBusy, onStart }: MissionCardProps) {
  const { id, title, city, country, description, best_photo_time: bestTime, distance } = mission;
  const address = generatePath(paths.mission, { id });
  return (
    <Card className="flex h-full flex-col gap-3">
      <div className="flex items-start justify-between gap-3">
        <h3 className="min-w-0 text-lg font-semibold leading-snug">
          <Link to={address} className="underline-offset-4 hover:underline">
            {title}
          </Link>
        </h3>
        {distance != null && (
          <span className="shrink-0 text-sm tabular-nums text-place-ink">{formatDistance(distance * 1_000)}</span>
        )}
      </div>
      <p className="flex items-center gap-1.5 text-sm text-muted">
        <Icon name="location" size={16} />
        {m.missions_place({ city, country })}
      </p>
      <MissionBadges mission={mission} />
      <p className="line-clamp-3 text-muted">{description}</p>
      {bestTime && (
        <p className="flex items-start gap-1.5 text-sm text-muted">
          <Icon name="sun" size={16} className="mt-0.5 shrink-0" />
          <span>{m.missions_best_time({ time: bestTime })}</span>
        </p>
      )}
      <div className="mt-auto flex flex-wrap items-center gap-3 pt-1">
        <StartButton {...{ status, isBusy, onStart, title }} />
        <Link to={address} className="font-semibold text-place-ink underline underline-offset-4">
          {m.missions_details()} <span className="sr-only">{title}</span>
        </Link>
      </div>
    </Card>
  );
}

/** Start Mission, or the state of the mission. */
export function StartButton({
  status,
  isBusy,
  onStart,
  title,
}: Pick<MissionCardProps, 'status' | 'isBusy' | 'onStart'> & { title: string }) {
  if (status === 'active')
    return (
      <Badge tone="live">
        <Icon name="flag" size={14} />
        {m.missions_under_way()}
      </Badge>
    );
  if (status === 'completed')
    return (
      <Badge tone="work">
        <Icon name="check" size={14} />
        {m.missions_completed()}
      </Badge>
    );
  return (
    <Button variant="primary" disabled={isBusy} onClick={onStart}>
      {m.missions_start()} <span className="sr-only">{title}</span>
    </Button>
  );
}
