import { m } from '#messages';
import clsx from 'clsx';
import { useState } from 'react';
import { generatePath, Link } from 'react-router-dom';
import type { OwnRankQuery } from '../../api/graph/graphql';
import type { LeaderboardEntry, User } from '../../api/types';
import { formatNumber } from '../../lib/format';
import { paths } from '../../lib/paths';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { LoadState } from '../../ui/load-state';
import { SelectField } from '../../ui/select';
import { Skeleton } from '../../ui/skeleton';
import { SprayCap } from '../../ui/spray-cap';
import { useLeaderboard, type LeaderboardChoice } from './use-leaderboard';

/** The leaderboard, of a period and an area that the player chooses. */
export function TopExplorers({ user }: { user: User }) {
  const [choice, setChoice] = useState<LeaderboardChoice>({ period: 'all', area: 'world' });
  const {
    list: { data, error, isPending, refetch },
    own,
  } = useLeaderboard(choice, user);
  const isNowhere = choice.area !== 'world' && own?.area === null;
  return (
    <section aria-labelledby="top-explorers" className="flex flex-col gap-4">
      <h2 id="top-explorers" className="marker text-2xl">
        {m.leaderboard_title()}
      </h2>
      <div className="grid max-w-xl grid-cols-2 gap-3">
        <SelectField
          label={m.leaderboard_period()}
          value={choice.period}
          onValueChange={(period) => setChoice({ ...choice, period })}
          options={[
            { value: 'all', label: m.leaderboard_all() },
            { value: 'month', label: m.leaderboard_month() },
            { value: 'week', label: m.leaderboard_week() },
          ]}
        />
        <SelectField
          label={m.leaderboard_area()}
          value={choice.area}
          onValueChange={(area) => setChoice({ ...choice, area })}
          options={[
            { value: 'world', label: m.leaderboard_world() },
            { value: 'country', label: m.leaderboard_country() },
            { value: 'city', label: m.leaderboard_city() },
          ]}
        />
      </div>
      <LoadState
        loading={m.leaderboard_loading()}
        failed={m.leaderboard_failed()}
        isPending={isPending}
        error={data ? null : error}
        onRetry={() => void refetch()}
      >
        {Array.from({ length: 5 }, (_, row) => (
          <Skeleton key={row} className="h-14" />
        ))}
      </LoadState>
      {data?.length === 0 && (
        <EmptyState
          icon="users"
          title={m.leaderboard_none()}
          text={isNowhere ? m.leaderboard_no_area_text() : m.leaderboard_none_text()}
          action={
            <Button asChild variant="primary">
              <Link to={paths.home}>{m.leaderboard_explore()}</Link>
            </Button>
          }
        />
      )}
      {data && data.length > 0 && (
        <ol className="flex flex-col gap-2">
          {data.map((entry) => (
            <LeaderboardRow key={entry.id} {...entry} />
          ))}
        </ol>
      )}
      {data && data.length > 0 && own && <OwnRank {...own.me} />}
    </section>
  );
}

function LeaderboardRow({ rank, username, discoveries, score, you }: LeaderboardEntry) {
  const isFirst = rank === 1;
  return (
    <li
      data-rank={rank}
      className={clsx(
        'plate grid grid-cols-[3rem_minmax(0,1fr)_auto] items-center gap-3 px-3',
        isFirst ? 'border-2 border-action-ink py-4' : 'py-2.5',
        you && !isFirst && 'border-place-ink',
      )}
    >
      <span
        className={clsx(
          'flex justify-center tabular-nums',
          isFirst ? 'marker text-2xl text-action-ink' : 'text-lg font-semibold text-muted',
        )}
      >
        <span className="sr-only">{m.leaderboard_place({ rank: formatNumber(rank) })}</span>
        {isFirst ? <SprayCap size={44} text={rank} /> : <span aria-hidden>{formatNumber(rank)}</span>}
      </span>
      <span className="min-w-0">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <Link
            to={generatePath(paths.player, { username })}
            className={clsx(
              'min-w-0 break-words underline-offset-4 hover:underline',
              isFirst ? 'text-lg font-extrabold' : 'font-semibold',
            )}
          >
            {username}
          </Link>
          {you && <strong className="text-sm text-place-ink">{m.leaderboard_you()}</strong>}
          {isFirst && <span className="text-sm font-semibold text-action-ink">{m.leaderboard_first()}</span>}
        </span>
        <span className="block text-sm text-muted">{m.leaderboard_discoveries({ count: discoveries })}</span>
      </span>
      <span
        className={clsx('whitespace-nowrap text-end font-extrabold tabular-nums', isFirst && 'text-lg text-action-ink')}
      >
        {m.leaderboard_xp({ score: formatNumber(score) })}
      </span>
    </li>
  );
}

function OwnRank({ rank, score, toNext }: OwnRankQuery['leaderboard']['me']) {
  return (
    <p role="status" className="flex flex-wrap gap-x-6 gap-y-1 border-s-4 border-place-ink ps-4">
      <strong>
        {rank === null
          ? m.leaderboard_unranked()
          : m.leaderboard_own({ rank: formatNumber(rank), score: formatNumber(score) })}
      </strong>
      <span className="text-muted">
        {toNext !== null
          ? m.leaderboard_to_next({ points: formatNumber(toNext) })
          : rank === null
            ? null
            : m.leaderboard_lead()}
      </span>
    </p>
  );
}
