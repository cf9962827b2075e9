import { m } from '#messages';
import { generatePath, Link } from 'react-router-dom';
import { type FragmentType, readFragment } from '../../api/graph/fragment-masking';
import { PlayerWorksFragmentDoc } from '../../api/graph/graphql';
import { formatDate } from '../../lib/format';
import { paths } from '../../lib/paths';
import { Icon } from '../../ui/icon';
import { Failed } from '../../ui/load-state';
import { Picture } from '../../ui/picture';
import { ShowMore } from './show-more';

interface PlayerWorksProps {
  player: FragmentType<typeof PlayerWorksFragmentDoc>;
  /** Why the works could not be read, where they are missing. */
  error: unknown;
  onRetry: () => void;
  /** Reads the works after this cursor. */
  onMore: (after: string) => Promise<unknown>;
}

/** The works that a player has put on the map, the newest first. Renders nothing when there are none, or they are hidden. */
export function PlayerWorks({ player, error, onRetry, onMore }: PlayerWorksProps) {
  const { works } = readFragment(PlayerWorksFragmentDoc, player);
  if (!works) return <Failed title={m.profile_player_works_failed()} error={error} onRetry={onRetry} />;
  if (works.nodes.length === 0) return null;
  return (
    <section aria-labelledby="player-works" className="mt-4 flex flex-col gap-3">
      <h2 id="player-works" className="marker text-2xl">{m.profile_player_works()}</h2>
      <ul className="grid grid-cols-2 gap-x-3 gap-y-5 sm:grid-cols-3">
        {works.nodes.map(({ id, title, imageUrl, thumbhash, createdAt }) => (
          <li key={id} className="min-w-0">
            <Link to={generatePath(paths.sharedDiscovery, { id })} className="group block">
              <span className="block overflow-hidden rounded-lg">
                {imageUrl
                  ? <Picture src={imageUrl} thumbhash={thumbhash} alt="" ratio="1 / 1" sizes="(min-width: 640px) 16rem, 50vw" className="transition-transform duration-200 ease-spray group-hover:scale-103" />
                  : <span className="grid aspect-square place-items-center bg-work text-ground"><Icon name="palette" size={48} /></span>}
              </span>
              <span className="mt-2 block truncate font-semibold">{title?.trim() || m.profile_untitled()}</span>
              <time dateTime={createdAt} className="block text-sm text-muted">{formatDate(createdAt)}</time>
            </Link>
          </li>
        ))}
      </ul>
      <ShowMore pageInfo={works.pageInfo} onMore={onMore} />
    </section>
  );
}
