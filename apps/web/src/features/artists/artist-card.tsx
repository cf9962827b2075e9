import { m } from '#messages';
import { useMemo } from 'react';
import { generatePath, Link } from 'react-router-dom';
import type { Artist } from '../../api/types';
import { formatList } from '../../lib/format';
import { paths } from '../../lib/paths';
import { Card } from '../../ui/card';
import { Icon } from '../../ui/icon';
import { artworkFor } from './artwork';

/** Achievements on a card. */
const FEW = 3;

export function ArtistCard({ artist }: { artist: Artist }) {
  const { id, name, style, achievements } = artist;
  const more = achievements.length - FEW;
  return (
    <Card className="flex h-full flex-col gap-3 !p-0">
      <Artwork name={name} />
      <div className="flex grow flex-col gap-3 px-4 pb-4">
        <h2 className="text-lg font-semibold leading-snug">
          <Link to={generatePath(paths.artist, { slug: id })} className="underline-offset-4 hover:underline">
            {name}
          </Link>
        </h2>
        <ArtistFacts artist={artist} />
        <p className="font-medium">{style}</p>
        <ul className="flex flex-col gap-1.5 text-sm text-muted">
          {achievements.slice(0, FEW).map((fact) => (
            <li key={fact} className="flex items-start gap-2">
              <Icon name="star" size={15} className="mt-0.5 shrink-0 text-action-ink" />
              {fact}
            </li>
          ))}
        </ul>
        {more > 0 && <p className="mt-auto text-sm font-semibold text-place-ink">{m.artists_more({ count: more })}</p>}
      </div>
    </Card>
  );
}

/** Our own picture for the name; none of it is by the artist. */
export function Artwork({ name, className = '' }: { name: string; className?: string }) {
  const picture = useMemo(() => artworkFor(name), [name]);
  return (
    <img
      src={picture}
      alt={m.artists_artwork({ name })}
      width={320}
      height={200}
      loading="lazy"
      className={`aspect-[8/5] w-full object-cover ${className}`}
    />
  );
}

/** Other names, origin, and first year, as far as known. */
export function ArtistFacts({
  artist: { aka, city, country, activeYears },
}: {
  artist: Pick<Artist, 'aka' | 'city' | 'country' | 'activeYears'>;
}) {
  return (
    <div className="flex flex-col gap-1 text-sm text-muted empty:hidden">
      {aka.length > 0 && <p>{m.artists_aka({ names: formatList(aka) })}</p>}
      {city && country && (
        <p className="flex items-center gap-1.5">
          <Icon name="location" size={15} />
          {m.artists_place({ city, country })}
        </p>
      )}
      {activeYears && (
        <p className="flex items-center gap-1.5">
          <Icon name="calendar" size={15} />
          {m.artists_active({ years: activeYears })}
        </p>
      )}
    </div>
  );
}
