import { m } from '#messages';
import { generatePath, Link } from 'react-router-dom';
import type { CaseItemFragment } from '../../api/graph/graphql';
import { formatDate } from '../../lib/format';
import { paths } from '../../lib/paths';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/card';
import { KINDS } from './labels';

/** The reported content, also while it is withheld. */
export function CaseSubject({ item }: { item: CaseItemFragment }) {
  const { subjectKind, player } = item;
  return (
    <Card className="flex flex-col gap-3">
      {subjectKind === 'post' && <Post item={item} />}
      {subjectKind === 'work' && <Work work={item.work} />}
      {subjectKind === 'picture' &&
        (item.picture ? <Photo picture={item.picture} isTakenAway={item.picture.isTakenAway} /> : <Gone />)}
      {subjectKind === 'player' &&
        (player?.username ? (
          <Link
            to={generatePath(paths.player, { username: player.username })}
            className="self-start font-semibold underline underline-offset-4 wrap-anywhere"
          >
            {m.moderation_open_player({ name: player.username })}
          </Link>
        ) : (
          <Gone />
        ))}
    </Card>
  );
}

const Gone = () => <p className="text-muted">{m.moderation_gone()}</p>;

const TEXT = 'max-w-[64ch] whitespace-pre-line wrap-anywhere';

/** The text as it was when it was reported, and as it is now where that differs. */
function Post({ item: { post, reportedText } }: { item: CaseItemFragment }) {
  const now = post && (post.title == null ? post.content : `${post.title}\n\n${post.content}`);
  const isChanged = reportedText != null && now !== null && now !== reportedText;
  return (
    <>
      {(reportedText ?? now) ? <p className={TEXT}>{reportedText ?? now}</p> : <Gone />}
      {isChanged && (
        <>
          <p className="font-semibold">{m.moderation_changed_to()}</p>
          <p className={TEXT}>{now}</p>
        </>
      )}
      {post ? (
        <p className="flex flex-wrap gap-x-4 text-sm text-muted">
          <time dateTime={post.createdAt}>
            {formatDate(post.createdAt, { dateStyle: 'medium', timeStyle: 'short' })}
          </time>
          <Link
            to={generatePath(paths.discussion, { id: post.threadId })}
            className="py-2 font-semibold text-place-ink underline underline-offset-4"
          >
            {m.moderation_open_discussion()}
          </Link>
        </p>
      ) : (
        reportedText && <p className="text-sm text-muted">{m.moderation_deleted_since()}</p>
      )}
    </>
  );
}

function Work({ work }: { work: CaseItemFragment['work'] }) {
  if (!work) return <Gone />;
  const { id, title, description, artistName, address, createdAt, isTakenAway, picture } = work;
  return (
    <>
      {picture && <Photo picture={picture} isTakenAway={false} />}
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 wrap-anywhere">
        {isTakenAway ? (
          <>
            <strong>{title ?? KINDS.work()}</strong>
            <Badge tone="wall">{m.moderation_taken_away()}</Badge>
          </>
        ) : (
          <Link to={generatePath(paths.sharedDiscovery, { id })} className="font-semibold underline underline-offset-4">
            {title ?? KINDS.work()}
          </Link>
        )}
      </p>
      {description && <p className={TEXT}>{description}</p>}
      <p className="flex flex-wrap gap-x-4 text-sm text-muted wrap-anywhere">
        {artistName && <span>{artistName}</span>}
        {address && <span>{address}</span>}
        <time dateTime={createdAt}>{formatDate(createdAt)}</time>
      </p>
    </>
  );
}

function Photo({
  picture: { large, width, height },
  isTakenAway,
}: {
  picture: { large: string; width: number; height: number };
  isTakenAway: boolean;
}) {
  return (
    <>
      <img
        src={large}
        width={width}
        height={height}
        alt={m.moderation_reported_picture()}
        className="h-auto max-h-[70dvh] w-auto max-w-full self-start rounded-sm"
      />
      {isTakenAway && (
        <Badge tone="wall" className="self-start">
          {m.moderation_taken_away()}
        </Badge>
      )}
    </>
  );
}
