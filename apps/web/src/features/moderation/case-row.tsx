import { m } from '#messages';
import { generatePath, Link } from 'react-router-dom';
import type { CaseRowFragment } from '../../api/graph/graphql';
import { formatDate } from '../../lib/format';
import { paths } from '../../lib/paths';
import { Badge } from '../../ui/badge';
import { Icon, type IconName } from '../../ui/icon';
import { KINDS, REASONS } from './labels';

const ICONS: Record<CaseRowFragment['subjectKind'], IconName> = {
  post: 'mail',
  work: 'location',
  picture: 'image',
  player: 'user',
};
/** Reasons that a row names. */
const REASONS_SHOWN = 3;

/** A case in a list: what was reported, why, how urgent, and who reviews it. */
export function CaseRow({ item }: { item: CaseRowFragment }) {
  const {
    id,
    subjectKind,
    severity,
    reportCount,
    openedAt,
    claimedBy,
    claimedByMe,
    reportedText,
    reports,
    work,
    picture,
    player,
  } = item;
  const image = work?.picture?.small ?? picture?.small;
  const what =
    reportedText ??
    work?.title ??
    work?.artistName ??
    work?.address ??
    (subjectKind === 'player' ? player?.username : null);
  const reasons = [...new Set(reports.map(({ reason }) => reason))].slice(0, REASONS_SHOWN);
  return (
    <li className="plate relative flex gap-3 p-4 hover:[--cut-line:var(--edge)]">
      {image ? (
        <img src={image} alt="" className="size-14 shrink-0 rounded-sm object-cover" />
      ) : (
        <span className="grid size-14 shrink-0 place-items-center rounded-sm bg-lifted text-place-ink">
          <Icon name={ICONS[subjectKind]} />
        </span>
      )}
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="font-semibold">
            <Link
              to={generatePath(paths.moderationCase, { id })}
              className="after:absolute after:inset-0 hover:underline"
            >
              {m.moderation_case({ kind: KINDS[subjectKind](), count: reportCount })}
            </Link>
          </h2>
          <Severity of={severity} />
          {claimedBy && (
            <Badge tone="place">
              {claimedByMe ? m.moderation_claimed_by_me() : m.moderation_claimed({ name: claimedBy })}
            </Badge>
          )}
        </div>
        {what && <p className="mt-1 line-clamp-2 wrap-anywhere">{what}</p>}
        <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
          <span>{reasons.map((reason) => REASONS[reason]()).join(' · ')}</span>
          {player?.username && subjectKind !== 'player' && (
            <span className="min-w-0 wrap-anywhere">{m.moderation_by({ name: player.username })}</span>
          )}
          <time dateTime={openedAt}>{formatDate(openedAt, { dateStyle: 'medium', timeStyle: 'short' })}</time>
        </p>
      </div>
    </li>
  );
}

/** How urgent a case is, where it is more than usual. */
export function Severity({ of }: { of: number }) {
  if (of < 2) return null;
  return <Badge tone={of > 2 ? 'live' : 'action'}>{of > 2 ? m.moderation_urgent() : m.moderation_serious()}</Badge>;
}
