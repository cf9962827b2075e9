import { useQuery } from '@apollo/client/react';
import { Link, useParams } from 'react-router-dom';
import { PlayerPageDocument } from '../api/graph/graphql';
import { useUser } from '../features/auth/use-user';
import { PlayerArt } from '../features/profile/player-art';
import { PublicProfile } from '../features/profile/public-profile';
import { GraphProvider } from '../lib/graph';
import { problemDetail } from '../lib/problems';
import { paths } from '../lib/paths';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { Loading } from '../ui/spray-cap';
import { Page } from './page';

/** Works of the gallery that are read at a time. */
const WORKS = 48;

/** A player's public page; open to guests. */
export default function PlayerScreen() {
  return <GraphProvider><PlayerPage /></GraphProvider>;
}

/** One query for the player and the gallery; a service that is down leaves out its own part. */
function PlayerPage() {
  const { username = '' } = useParams();
  const { user } = useUser();
  const { data, error, refetch, fetchMore } = useQuery(PlayerPageDocument, { variables: { username, works: WORKS }, errorPolicy: 'all' });
  const player = data?.player;
  return (
    <Page title={player?.username ?? username}>
      {!data && !error && <Loading text="Looking for this player..." />}
      {!player && data && !error && (
        <EmptyState
          icon="user" title="There is no such player" text="The name may be misspelled, or the player has left."
          action={<Button asChild variant="primary"><Link to={paths.home}>Explore the map</Link></Button>}
        />
      )}
      {!player && error && (
        <EmptyState
          kind="error" title="This player could not be loaded" text={problemDetail(error, 'Check your connection and try again.')}
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      )}
      {player && (
        <>
          <PublicProfile username={player.username} player={player} isMe={player.id === user?.id} />
          <PlayerArt player={player} error={error} onRetry={() => void refetch()} onMore={(after) => fetchMore({ variables: { after } })} />
        </>
      )}
    </Page>
  );
}
