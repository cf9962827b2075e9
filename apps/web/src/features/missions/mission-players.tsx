import { m } from '#messages';
import { useQuery } from '@apollo/client/react';
import { generatePath, Link } from 'react-router-dom';
import { MissionPlayersDocument } from '../../api/graph/missions/missions';
import { paths } from '../../lib/paths';
import { Badge } from '../../ui/badge';
import { Icon } from '../../ui/icon';
import { Picture } from '../../ui/picture';

/** Players that are named. */
const SHOWN = 24;

/**
 * Who takes part in a mission or has completed it, without those who hide their activity; nothing while that is not
 * known.
 */
export function MissionPlayers({ missionId }: { missionId: string }) {
  const { data } = useQuery(MissionPlayersDocument, {
    variables: { missionId, first: SHOWN },
    errorPolicy: 'all',
    fetchPolicy: 'cache-and-network',
  });
  const named =
    data?.missionPlayers?.nodes.flatMap(({ id, completedAt, player }) =>
      player?.username ? [{ id, completedAt, username: player.username, picture: player.profileImageUrl }] : [],
    ) ?? [];
  if (named.length === 0) return null;
  return (
    <section className="flex flex-col gap-3 lg:col-span-2">
      <h2 className="marker text-2xl">{m.missions_players()}</h2>
      <ul className="flex flex-wrap gap-2">
        {named.map(({ id, username, picture, completedAt }) => (
          <li key={id}>
            <Link
              to={generatePath(paths.player, { username })}
              className="flex min-h-11 items-center gap-2 border border-line bg-raised px-2.5 py-1.5 font-medium hover:bg-lifted"
            >
              {picture ? (
                <Picture src={picture} alt="" ratio="1" sizes="28px" className="size-7" />
              ) : (
                <Icon name="user" size={20} className="text-muted" />
              )}
              {username} {completedAt && <Badge>{m.missions_completed()}</Badge>}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
