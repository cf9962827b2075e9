import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths';
import type { LegalWall } from '../../api/types';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { BottomCard } from './bottom-card';

/** A wall without hours is always open. */
const OPEN_ALWAYS = 'Open 24/7';

/** The info window of a legal wall. */
export function WallWindow({ wall, onClose }: { wall: LegalWall; onClose: () => void }) {
  return (
    <BottomCard
      title={wall.name} tone="wall" onClose={onClose}
      actions={<Button asChild size="sm" variant="primary"><Link to={paths.missions}><Icon name="flag" size={18} />View Missions Here</Link></Button>}
    >
      <p className="text-sm text-muted">{wall.city}, {wall.country}</p>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-sm">
        <dt className="text-muted">Address</dt>
        <dd>{wall.address || 'Ask around'}</dd>
        <dt className="text-muted">Hours</dt>
        <dd className="text-work-ink">{wall.hours || OPEN_ALWAYS}</dd>
      </dl>
      {wall.description && <p className="mt-2 text-sm [overflow-wrap:anywhere]">{wall.description}</p>}
    </BottomCard>
  );
}
