import { m } from '#messages';
import { generatePath, Link } from 'react-router-dom';
import { formatDate } from '../../lib/format';
import { paths } from '../../lib/paths';
import { Icon } from '../../ui/icon';
import { Face } from './author';

export interface ListedThread {
  id: string;
  title: string | null;
  author: { username: string | null; profileImageUrl: string | null } | null;
  /** ISO 8601. */
  activeAt: string;
  likes: number;
  replies: number;
  isMuted?: boolean;
}

/** Discussions as rows: title, who began it, how lively it is. */
export function ThreadList({ threads, level }: { threads: readonly ListedThread[]; level: 2 | 3 }) {
  const Heading = `h${level}` as const;
  return (
    <ul className="flex flex-col gap-3">
      {threads.map(({ id, title, author, activeAt, likes, replies, isMuted }) => (
        <li key={id} className="plate relative flex gap-3 p-4 hover:[--cut-line:var(--edge)]">
          <Face url={isMuted ? null : (author?.profileImageUrl ?? null)} />
          <div className="min-w-0 flex-1">
            <Heading className="font-semibold wrap-anywhere">
              <Link
                to={generatePath(paths.discussion, { id })}
                className="after:absolute after:inset-0 hover:underline"
              >
                {isMuted ? m.forum_muted_post({ name: author?.username ?? '' }) : title}
              </Link>
            </Heading>
            <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
              <span className="min-w-0 truncate">
                {author?.username ? m.forum_by({ name: author.username }) : m.forum_gone_author()}
              </span>
              <span>{m.forum_replies({ count: replies })}</span>
              <span className="inline-flex items-center gap-1">
                <Icon name="heart" size={14} />
                {m.forum_likes({ count: likes })}
              </span>
              <time dateTime={activeAt}>{formatDate(activeAt, { dateStyle: 'medium', timeStyle: 'short' })}</time>
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
