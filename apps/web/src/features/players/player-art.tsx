import { m } from '#messages';
import { useState } from 'react';
import { type FragmentType, readFragment } from '../../api/graph/fragment-masking';
import { PlayerArtFragmentDoc } from '../../api/graph/players/player-art';
import { Failed } from '../../ui/load-state';
import { ReportButton } from '../moderation';
import { ArtFace } from './art-tile';
import { ArtViewer } from './art-viewer';
import { ShowMore } from '../../ui/show-more';
import { useCountView } from './use-count-view';

interface PlayerArtProps {
  player: FragmentType<typeof PlayerArtFragmentDoc>;
  isMe: boolean;
  /** Why the gallery could not be read, where it is missing. */
  error: unknown;
  onRetry: () => void;
  /** Reads the works after this cursor. */
  onMore: (after: string) => Promise<unknown>;
}

/** A player's gallery, read-only. Renders nothing when it is empty. */
export function PlayerArt({ player, isMe, error, onRetry, onMore }: PlayerArtProps) {
  const { art } = readFragment(PlayerArtFragmentDoc, player);
  const countView = useCountView();
  const [viewed, setViewed] = useState<string>();
  if (!art) return <Failed title={m.players_player_art_failed()} error={error} onRetry={onRetry} />;
  const { nodes: items, pageInfo } = art;
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="player-art" className="mt-4 flex flex-col gap-3">
      <h2 id="player-art" className="marker text-2xl">
        {m.players_player_art()}
      </h2>
      <ul className="grid grid-cols-2 gap-x-3 gap-y-5 sm:grid-cols-3">
        {items.map((item) => (
          <li key={item.id} className="flex min-w-0 flex-col">
            <ArtFace item={item} onView={() => setViewed(item.id)} />
            {!isMe && (
              <ReportButton
                subject={{ kind: 'picture', id: pictureOf(item) }}
                of={item.title}
                className="-ms-3 self-start"
              />
            )}
          </li>
        ))}
      </ul>
      <ShowMore pageInfo={pageInfo} onMore={onMore} />
      {viewed !== undefined && (
        <ArtViewer
          items={items}
          shown={viewed}
          onShow={setViewed}
          onView={countView}
          onClose={() => setViewed(undefined)}
        />
      )}
    </section>
  );
}

/** Id of the picture, which is the last part of its path. */
const pictureOf = ({ imageUrl }: { imageUrl: string }) => imageUrl.slice(imageUrl.lastIndexOf('/') + 1);
