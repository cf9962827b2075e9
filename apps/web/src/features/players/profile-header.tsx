import { m } from '#messages';
import type { User } from '../../api/types';
import { ProBadge } from '../membership';
import { formatDate, formatNumber } from '../../lib/format';
import { GraphProvider } from '../../api/graph-client';
import { SprayCap } from '../../ui/spray-cap';
import { Card } from '../../ui/card';
import { levelLabel, levelProgress } from './level';
import { PictureField } from './picture-field';
import { Stat } from './stat';

/** Picture, name, joining date, discoveries, level and tokens of the player. */
export function ProfileHeader({ user }: { user: User }) {
  const name = user.username ?? m.players_no_name();
  const level = user.level ?? 1;
  return (
    <section
      aria-label={m.players_about_you()}
      className="flex flex-col gap-5 lg:flex-row lg:items-end lg:justify-between"
    >
      <div className="flex items-center gap-4 sm:gap-6">
        <PictureField name={name} present={user.profileImageUrl} />
        <div className="min-w-0">
          <h1 className="marker text-3xl [overflow-wrap:anywhere] sm:text-5xl">{name}</h1>
          <p className="mt-1.5 flex flex-wrap items-center gap-2 text-muted">
            {joined(user.createdAt)}
            <GraphProvider>
              <ProBadge />
            </GraphProvider>
          </p>
          {user.usernameNotice && (
            <p className="mt-1.5 max-w-prose text-sm text-muted">{m.players_username_notice()}</p>
          )}
        </div>
      </div>
      <Card className="flex items-center gap-4 py-4 sm:gap-6 sm:px-6 lg:min-w-md">
        <SprayCap size={76} fill={levelProgress(user)} text={level} label={levelLabel(user)} />
        <div className="min-w-0 flex-1">
          <dl className="flex justify-between gap-3 sm:grid sm:grid-cols-3">
            <Stat name={m.players_stat_discoveries()} value={user.discoveries ?? 0} />
            <Stat name={m.players_stat_level()} value={level} />
            <Stat name={m.players_stat_tokens()} value={user.tokens ?? 0} paint="text-action-ink" />
          </dl>
          {user.nextLevelXp > 0 && (
            <p className="mt-2 text-sm text-muted">
              {m.players_to_next_level({
                xp: formatNumber(Math.max(0, user.nextLevelXp - user.xp)),
                level: formatNumber(level + 1),
              })}
            </p>
          )}
        </div>
      </Card>
    </section>
  );
}

/** "Joined March 2026"; "Joined Recently" where the date is missing. */
export function joined(createdAt: string | null | undefined): string {
  const date = createdAt ? new Date(createdAt) : undefined;
  if (!date || Number.isNaN(date.getTime())) return m.players_joined_recently();
  return m.players_joined({ date: formatDate(date, { month: 'long', year: 'numeric' }) });
}
