import { m } from '#messages';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { ForumPost } from '../../api/types';
import { paths } from '../../lib/paths';
import { recentDiscussionsKey } from '../../api/shared-facts';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { LoadState } from '../../ui/load-state';
import { ThreadList } from './thread-list';

/** The newest discussions, on the community's page. */
export function RecentDiscussions() {
  const { data: threads, isPending, error, refetch } = useQuery<ForumPost[]>({ queryKey: recentDiscussionsKey });
  return (
    <section aria-labelledby="recent-discussions" className="flex min-w-0 flex-col gap-4">
      <h2 id="recent-discussions" className="marker text-2xl">
        {m.forum_recent_title()}
      </h2>
      <LoadState
        loading={m.forum_loading()}
        failed={m.forum_failed()}
        isPending={isPending}
        error={threads ? null : error}
        onRetry={() => void refetch()}
      />
      {threads?.length === 0 && (
        <NoDiscussions
          action={
            <Button asChild variant="primary">
              <Link to={`${paths.discussions}?new`}>{m.forum_new()}</Link>
            </Button>
          }
        />
      )}
      {threads && threads.length > 0 && (
        <>
          <ThreadList level={3} threads={threads.map(({ user, ...thread }) => ({ ...thread, author: user }))} />
          <Link to={paths.discussions} className="self-start font-semibold text-place-ink underline underline-offset-4">
            {m.forum_see_all()}
          </Link>
        </>
      )}
    </section>
  );
}

export const NoDiscussions = ({ action }: { action?: React.ReactNode }) => (
  <EmptyState icon="users" title={m.forum_none_title()} text={m.forum_none_text()} action={action} />
);
