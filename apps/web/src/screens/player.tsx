import { m } from '#messages';
import { useQuery } from '@apollo/client/react';
import { Link, useParams } from 'react-router-dom';
import { MorePlayerArtDocument, MorePlayerWorksDocument, PlayerPageDocument } from '../api/graph/screens/player';
import { useUser } from '../features/session/use-user';
import { ReportButton } from '../features/moderation/report-button';
import { PlayerAchievements } from '../features/players/player-achievements';
import { PlayerArt } from '../features/players/player-art';
import { PlayerWorks } from '../features/players/player-works';
import { PublicProfile } from '../features/players/public-profile';
import { GraphProvider } from '../api/graph-client';
import { paths } from '../lib/paths';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { LoadState } from '../ui/load-state';
import { Page } from '../app/layout/page';

/** Works of the gallery, and works on the map, that are read at a time. */
const WORKS = 48;

/** A player's public page; open to guests. */
export default function PlayerScreen() {
  return (
    <GraphProvider>
      <PlayerPage />
    </GraphProvider>
  );
}

/** One query for the player, the gallery and the works on the map; a service that is down leaves out its own part. */
function PlayerPage() {
  const { username = '' } = useParams();
  const { user } = useUser();
  const { data, error, refetch, fetchMore } = useQuery(PlayerPageDocument, {
    variables: { username, works: WORKS },
    errorPolicy: 'all',
  });
  const player = data?.player;
  return (
    <Page title={player?.username ?? username}>
      {!player && data && !error && (
        <EmptyState
          icon="user"
          title={m.screens_player_missing()}
          text={m.screens_player_missing_text()}
          action={
            <Button asChild variant="primary">
              <Link to={paths.home}>{m.screens_player_explore()}</Link>
            </Button>
          }
        />
      )}
      {!player && (
        <LoadState
          loading={m.screens_player_loading()}
          failed={m.screens_player_failed()}
          isPending={!data && !error}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {player && (
        <>
          <PublicProfile username={player.username} player={player} isMe={player.id === user?.id} />
          {player.id !== user?.id && (
            <ReportButton
              subject={{ kind: 'player', id: player.id }}
              className="mt-2 self-end"
              of={player.username ?? username}
            />
          )}
          <PlayerAchievements player={player} />
          <PlayerArt
            player={player}
            isMe={player.id === user?.id}
            error={error}
            onRetry={() => void refetch()}
            onMore={(after) =>
              fetchMore({ query: MorePlayerArtDocument, variables: { username, works: WORKS, after } })
            }
          />
          <PlayerWorks
            player={player}
            error={error}
            onRetry={() => void refetch()}
            onMore={(after) =>
              fetchMore({ query: MorePlayerWorksDocument, variables: { username, works: WORKS, after } })
            }
          />
        </>
      )}
    </Page>
  );
}
