import { useQuery } from '@apollo/client/react';
import { generatePath } from 'react-router-dom';
import { FinderOfWorkDocument } from '../../api/graph/graphql';
import { GraphProvider } from '../../lib/graph';
import { paths } from '../../lib/paths';
import { useUser } from '../auth';
import { ReportButton } from '../moderation';

/** Reports a work; nothing on the player's own. */
export function ReportWork({ id }: { id: string }) {
  return <GraphProvider><Button id={id} /></GraphProvider>;
}

function Button({ id }: { id: string }) {
  const { user } = useUser();
  const { data, error } = useQuery(FinderOfWorkDocument, { variables: { id } });
  const isOwn = user && data?.discovery?.finder?.username === user.username;
  if ((!data && !error) || isOwn) return null;
  return <ReportButton subject={{ kind: 'work', id }} foundAt={generatePath(paths.sharedDiscovery, { id })} />;
}
