import { m } from '#messages';
import { generatePath, Link } from 'react-router-dom';
import { formatDate } from '../../lib/format';
import { paths } from '../../lib/paths';
import { Icon } from '../../ui/icon';
import { Picture } from '../../ui/picture';

interface Work {
  id: string;
  title: string | null;
  imageUrl: string | null;
  thumbhash: string | null;
  createdAt: string;
}

/** Works on the map as tiles, which lead there. */
export function WorksGrid({ works }: { works: readonly Work[] }) {
  return (
    <ul className="grid grid-cols-2 gap-x-3 gap-y-5 sm:grid-cols-3">
      {works.map(({ id, title, imageUrl, thumbhash, createdAt }) => (
        <li key={id} className="min-w-0">
          <Link to={generatePath(paths.sharedDiscovery, { id })} className="group block">
            <span className="block overflow-hidden rounded-lg">
              {imageUrl ? (
                <Picture
                  src={imageUrl}
                  thumbhash={thumbhash}
                  alt=""
                  ratio="1 / 1"
                  sizes="(min-width: 640px) 16rem, 50vw"
                  className="transition-transform duration-200 ease-spray group-hover:scale-103"
                />
              ) : (
                <span className="grid aspect-square place-items-center bg-work text-ground">
                  <Icon name="palette" size={48} />
                </span>
              )}
            </span>
            <span className="mt-2 block truncate font-semibold">{title?.trim() || m.players_untitled()}</span>
            <time dateTime={createdAt} className="block text-sm text-muted">
              {formatDate(createdAt)}
            </time>
          </Link>
        </li>
      ))}
    </ul>
  );
}
