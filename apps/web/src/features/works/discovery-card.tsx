import { m } from '#messages';
import { ParaglideMessage } from '@inlang/paraglide-js-react';
import { type ReactNode, Suspense } from 'react';
import { Link } from 'react-router-dom';
import type { Discovery } from '../../api/types';
import { formatNumber } from '../../lib/format';
import { artistPath } from '../../lib/paths';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { lazyPart } from '../../ui/lazy-part';
import { Picture } from '../../ui/picture';
import { metresBetween } from '../../lib/great-circle';
import { formatDistance, type LatLng, workTitle, BottomCard } from '../map';
import { pinNameOf } from './pin-types';
import { shareDiscovery } from './share';

// They come with the code of Apollo, and a card is whole without them.
const FinderLine = lazyPart(
  () => import('./finder-line').then((module) => module.FinderLine),
  () => null,
);
const ReportWork = lazyPart(
  () => import('./report-work').then((module) => module.ReportWork),
  () => null,
);

interface DiscoveryCardProps {
  discovery: Discovery;
  /** The player's position; null if it is unknown. */
  from: LatLng | null;
  onLike: (discovery: Discovery) => void;
  onClose: () => void;
}

/** A discovery: picture, artist and date, whether it still exists, its source; like and share. */
export function DiscoveryCard({ discovery, from, onLike, onClose }: DiscoveryCardProps) {
  const title = workTitle(discovery.title);
  const { artist_name: artist, imageUrl, likes, liked } = discovery;
  const alt = artist ? m.works_by({ title, artist }) : title;
  return (
    <BottomCard
      title={title}
      tone="work"
      onClose={onClose}
      picture={
        imageUrl && (
          <Picture src={imageUrl} thumbhash={discovery.thumbhash} alt={alt} ratio="1 / 1" sizes="9rem" eager />
        )
      }
      actions={
        <>
          <Button
            size="sm"
            aria-pressed={liked}
            onClick={() => onLike(discovery)}
            variant={liked ? 'live' : 'secondary'}
          >
            <Icon name="heart" size={18} filled={liked} className={liked ? '' : 'text-live-ink'} />
            {liked ? m.works_liked() : m.works_like()}
            <span className="sr-only">, {m.works_likes({ count: likes })}</span>
            <span aria-hidden="true">{formatNumber(likes)}</span>
          </Button>
          <Button size="sm" onClick={() => void shareDiscovery({ id: discovery.id, title })}>
            <Icon name="share" size={18} />
            {m.works_share()}
          </Button>
          <Suspense fallback={null}>
            <ReportWork key={discovery.id} id={discovery.id} isImported={discovery.source != null} />
          </Suspense>
          {from && (
            <span className="ms-auto flex items-center gap-1 text-sm text-place-ink">
              <Icon name="location" size={16} />
              {formatDistance(metresBetween(from, { lat: discovery.latitude, lng: discovery.longitude }))}
            </span>
          )}
        </>
      }
    >
      <p className="text-sm text-muted">
        {artist && artistPath(artist) ? (
          <Link to={artistPath(artist)!} className="text-place-ink underline underline-offset-2">
            {artist}
          </Link>
        ) : (
          artist || m.works_artist_unknown()
        )}
        {discovery.year && ` · ${discovery.year}`}
      </p>
      {!discovery.source && (
        <Suspense fallback={null}>
          <FinderLine id={discovery.id} />
        </Suspense>
      )}
      {streetOf(discovery.address) && <p className="text-sm text-muted">{streetOf(discovery.address)}</p>}
      <div className="mt-1.5 flex flex-wrap gap-1.5 empty:hidden">
        {discovery.isFreshArt && <Badge tone="action">{m.works_fresh()}</Badge>}
        {discovery.status === 'gone' && <Badge>{m.works_gone()}</Badge>}
        {discovery.emojiType && discovery.emojiType !== 'Location' && (
          <Badge tone="place">
            <span aria-hidden="true">{discovery.emojiPin}</span>
            {pinNameOf(discovery.emojiType)}
          </Badge>
        )}
      </div>
      {discovery.description && (
        <p className="mt-2 whitespace-pre-line text-sm [overflow-wrap:anywhere]">{discovery.description}</p>
      )}
      <Source discovery={discovery} />
    </BottomCard>
  );
}

/** Imported works name their data source and licence. */
function Source({ discovery: { source, sourceUrl, licence } }: { discovery: Discovery }) {
  if (!source) return null;
  const link = sourceUrl?.startsWith('https://') || sourceUrl?.startsWith('http://') ? sourceUrl : null;
  const markup = {
    link: ({ children }: { children?: ReactNode }) =>
      link ? (
        <a href={link} target="_blank" rel="noreferrer" className="text-place-ink underline underline-offset-2">
          {children}
        </a>
      ) : (
        children
      ),
  };
  return (
    <p className="mt-2 text-xs text-muted">
      {licence ? (
        <ParaglideMessage message={m.works_source_licensed} inputs={{ source, licence }} markup={markup} />
      ) : (
        <ParaglideMessage message={m.works_source} inputs={{ source }} markup={markup} />
      )}
    </p>
  );
}

/** The address if the source has one; coordinates as text would repeat the pin. */
const streetOf = (address: string | null) => (address && !/^-?\d+\.\d+, *-?\d+\.\d+$/.test(address) ? address : null);
