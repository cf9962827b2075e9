import { m } from '#messages';
import { useQuery } from '@apollo/client/react';
import { ParaglideMessage } from '@inlang/paraglide-js-react';
import { generatePath, Link } from 'react-router-dom';
import { FinderOfWorkDocument } from '../../api/graph/works/finder';
import { GraphProvider } from '../../api/graph-client';
import { paths } from '../../lib/paths';

/**
 * Who documented a work, linked to that player's page, and by which app, if the viewer may know; nothing while it is
 * read, and if the player hides it.
 */
export function FinderLine({ id }: { id: string }) {
  return (
    <GraphProvider>
      <Finder id={id} />
    </GraphProvider>
  );
}

function Finder({ id }: { id: string }) {
  // Names and settings change: the cached one is shown, and read again.
  const { data } = useQuery(FinderOfWorkDocument, { variables: { id }, fetchPolicy: 'cache-and-network' });
  const username = data?.discovery?.finder?.username;
  const app = data?.discovery?.app;
  return (
    <>
      {username && <FoundBy username={username} />}
      {app && <p className="text-sm text-muted wrap-anywhere">{m.works_by_app({ app })}</p>}
    </>
  );
}

function FoundBy({ username }: { username: string }) {
  return (
    <p className="text-sm text-muted">
      <ParaglideMessage
        message={m.works_found_by}
        inputs={{ username }}
        markup={{
          link: ({ children }) => (
            <Link
              to={generatePath(paths.player, { username })}
              className="font-semibold text-place-ink underline underline-offset-2 [overflow-wrap:anywhere]"
            >
              {children}
            </Link>
          ),
        }}
      />
    </p>
  );
}
