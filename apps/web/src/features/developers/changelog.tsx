import { m } from '#messages';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { formatDate } from '../../lib/format';
import { send } from '../../lib/http';
import { Part } from './part';

const changes = z.object({ items: z.array(z.object({ date: z.string(), title: z.string(), text: z.string().optional() })) });

/** What changed in the APIs, newest first; nothing where nothing is told. */
export function Changelog() {
  const { data } = useQuery({ queryKey: ['developers', 'changelog'], queryFn: async ({ signal }) => changes.parse(await (await send('/api/changelog', { signal, headers: { accept: 'application/json' } })).json()), retry: false });
  if (!data || data.items.length === 0) return null;
  return (
    <Part id="changelog" title={m.developers_changelog()}>
      <ol className="flex max-w-[72ch] flex-col gap-4">
        {data.items.map(({ date, title, text }) => (
          <li key={`${date} ${title}`}>
            <p className="text-sm text-muted"><time dateTime={date}>{formatDate(date, { dateStyle: 'long' })}</time></p>
            <p className="font-semibold">{title}</p>
            {text && <p className="whitespace-pre-line">{text}</p>}
          </li>
        ))}
      </ol>
    </Part>
  );
}
