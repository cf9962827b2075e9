import { useQuery } from '@apollo/client/react';
import { generatePath } from 'react-router-dom';
import { FinderOfWorkDocument } from '../../api/graph/works/finder';
import { GraphProvider } from '../../api/graph-client';
import { paths } from '../../lib/paths';
import { useUser } from '../session';
import { ReportButton } from '../moderation';

interface ReportWorkProps {
  id: string;
  /** From open data: no player documented it. */
  isImported: boolean;
}

/** Reports a work; nothing on the player's own. */
export function ReportWork(props: ReportWorkProps) {
  return (
    <GraphProvider>
      <Button {...props} />
    </GraphProvider>
  );
}

function Button({ id, isImported }: ReportWorkProps) {
  const { user } = useUser();
  const skip = isImported || !user;
  const { data, error } = useQuery(FinderOfWorkDocument, { variables: { id }, skip });
  const isOwn = user && data?.discovery?.finder?.username === user.username;
  if ((!skip && !data && !error) || isOwn) return null;
  return <ReportButton subject={{ kind: 'work', id }} foundAt={generatePath(paths.sharedDiscovery, { id })} />;
}
