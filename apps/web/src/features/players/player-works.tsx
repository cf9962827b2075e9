import { m } from '#messages';
import { type FragmentType, readFragment } from '../../api/graph/fragment-masking';
import { PlayerWorksFragmentDoc } from '../../api/graph/players/player-works';
import { Failed } from '../../ui/load-state';
import { ShowMore } from '../../ui/show-more';
import { WorksGrid } from './works-grid';

interface PlayerWorksProps {
  player: FragmentType<typeof PlayerWorksFragmentDoc>;
  /** Why the works could not be read, where they are missing. */
  error: unknown;
  onRetry: () => void;
  /** Reads the works after this cursor. */
  onMore: (after: string) => Promise<unknown>;
}

/**
 * The works that a player has put on the map, the newest first. Renders nothing when there are none, or they are
 * hidden.
 */
export function PlayerWorks({ player, error, onRetry, onMore }: PlayerWorksProps) {
  const { works } = readFragment(PlayerWorksFragmentDoc, player);
  if (!works) return <Failed title={m.players_player_works_failed()} error={error} onRetry={onRetry} />;
  if (works.nodes.length === 0) return null;
  return (
    <section aria-labelledby="player-works" className="mt-4 flex flex-col gap-3">
      <h2 id="player-works" className="marker text-2xl">
        {m.players_player_works()}
      </h2>
      <WorksGrid works={works.nodes} />
      <ShowMore pageInfo={works.pageInfo} onMore={onMore} />
    </section>
  );
}
