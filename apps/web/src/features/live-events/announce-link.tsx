import { m } from '#messages';
import { Link } from 'react-router-dom';
import type { User } from '../../api/types';
import { paths } from '../../lib/paths';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';

export const isOrganiser = ({ roles }: Pick<User, 'roles'>) => roles.includes('organiser');

/** Leads organisers to the form for a new event; nothing for others. */
export function AnnounceLink({ user }: { user: Pick<User, 'roles'> }) {
  return (
    isOrganiser(user) && (
      <Button asChild variant="primary">
        <Link to={paths.newLiveEvent}>
          <Icon name="plus" size={18} />
          {m.live_events_announce()}
        </Link>
      </Button>
    )
  );
}
