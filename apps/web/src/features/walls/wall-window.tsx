import { m } from '#messages';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths';
import type { LegalWall } from '../../api/types';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { BottomCard } from '../map';

/** The info window of a legal wall; one without hours is always open. */
export function WallWindow({ wall, onClose }: { wall: LegalWall; onClose: () => void }) {
  return (
    <BottomCard
      title={wall.name}
      tone="wall"
      onClose={onClose}
      actions={
        <Button asChild size="sm" variant="primary">
          <Link
            to={
              `${paths.missions}?` +
              `${new URLSearchParams({ latitude: `${wall.latitude}`, longitude: `${wall.longitude}` })}`
            }
          >
            <Icon name="flag" size={18} />
            {m.walls_window_missions()}
          </Link>
        </Button>
      }
    >
      <p className="text-sm text-muted">
        {wall.city}, {wall.country}
      </p>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-sm">
        <dt className="text-muted">{m.walls_window_address()}</dt>
        <dd>{wall.address || m.walls_window_address_unknown()}</dd>
        <dt className="text-muted">{m.walls_window_hours()}</dt>
        <dd className="text-work-ink">{wall.hours || m.walls_window_open()}</dd>
      </dl>
      {wall.description && <p className="mt-2 text-sm [overflow-wrap:anywhere]">{wall.description}</p>}
    </BottomCard>
  );
}
