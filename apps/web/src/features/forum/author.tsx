import { m } from '#messages';
import { generatePath, Link } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { Icon } from '../../ui/icon';

interface AuthorProps {
  author: { username: string | null; profileImageUrl: string | null } | null | undefined;
}

/** Picture and name of a post's author, leading to the player's page. */
export function Author({ author }: AuthorProps) {
  if (!author?.username)
    return (
      <span className="flex items-center gap-2 text-muted">
        <Face url={null} />
        {m.forum_gone_author()}
      </span>
    );
  return (
    <Link
      to={generatePath(paths.player, { username: author.username })}
      className="flex min-h-11 min-w-0 items-center gap-2 font-semibold hover:underline"
    >
      <Face url={author.profileImageUrl} />
      <span className="truncate">{author.username}</span>
    </Link>
  );
}

export function Face({ url }: { url: string | null }) {
  return url ? (
    <img src={url} alt="" width={32} height={32} loading="lazy" className="size-8 shrink-0 rounded-full object-cover" />
  ) : (
    <span className="grid size-8 shrink-0 place-items-center rounded-full bg-lifted text-muted">
      <Icon name="user" size={18} />
    </span>
  );
}
