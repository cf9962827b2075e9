import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import type { Player } from '../api/types';
import { Page } from './page';
import { paths } from '../lib/paths';
import { useUser } from '../features/auth/use-user';
import { PublicProfile } from '../features/profile/public-profile';
import { HttpError, problemDetail } from '../lib/http';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { Loading } from '../ui/spray-cap';

/** A player's public page; open to guests. */
export default function PlayerScreen() {
  const { username = '' } = useParams();
  const { user } = useUser();
  const { data: player, error, refetch } = useQuery<Player>({ queryKey: ['/api/players', encodeURIComponent(username)] });
  const isUnknown = error instanceof HttpError && error.status === 404;
  return (
    <Page title={player?.username ?? username}>
      {!player && !error && <Loading text="Looking for this player..." />}
      {isUnknown && (
        <EmptyState
          icon="user" title="There is no such player" text="The name may be misspelled, or the player has left."
          action={<Button asChild variant="primary"><Link to={paths.home}>Explore the map</Link></Button>}
        />
      )}
      {error && !isUnknown && (
        <EmptyState
          kind="error" title="This player could not be loaded" text={problemDetail(error, 'Check your connection and try again.')}
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      )}
      {player && <PublicProfile player={player} isMe={player.id === user?.id} />}
    </Page>
  );
}
