import { m } from '#messages';
import { useQuery } from '@tanstack/react-query';
import { formatDate } from '../../lib/format';
import { LoadState } from '../../ui/load-state';
import { Part } from './part';

interface Changelog {
  items: readonly { date: string; title: string; text: string }[];
}

const DAY = { dateStyle: 'long', timeZone: 'UTC' } as const;

/** Changes of the APIs, the newest first. */
export function ApiChangelog() {
  const { data, error, isPending, refetch } = useQuery<Changelog>({ queryKey: ['/api/changelog'] });
  return (
    <Part id="changes" title={m.developers_changelog()} text={m.developers_changelog_text()}>
      <LoadState
        loading={m.developers_changelog_loading()}
        failed={m.developers_changelog_failed()}
        isPending={isPending}
        error={data ? null : error}
        onRetry={() => void refetch()}
      />
      {data && (
        <ol className="flex flex-col gap-6">
          {data.items.map(({ date, title, text }) => (
            <li key={title} className="flex max-w-[72ch] flex-col gap-1">
              <p className="text-sm text-muted">{formatDate(date, DAY)}</p>
              <h3 lang="en" className="text-lg font-semibold">
                {title}
              </h3>
              <p lang="en" className="whitespace-pre-line wrap-anywhere">
                {text}
              </p>
            </li>
          ))}
        </ol>
      )}
    </Part>
  );
}
