import { m } from '#messages';
import { useQuery } from '@apollo/client/react';
import { Link, useParams } from 'react-router-dom';
import { MyPartnerClientsDocument, OwnClientFragmentDoc } from '../api/graph/developers/developers';
import { readFragment } from '../api/graph/fragment-masking';
import { ClientDetails } from '../features/developers/client-details';
import { GraphProvider } from '../api/graph-client';
import { paths } from '../lib/paths';
import { EmptyState } from '../ui/empty-state';
import { LoadState } from '../ui/load-state';
import MembersArea from '../app/layout/members-area';
import { WidePage } from '../app/layout/page';

/** One of the player's clients of the API: what it uses, and its webhooks. */
export default function DeveloperClientScreen() {
  const { id = '' } = useParams();
  return (
    <MembersArea title={m.screens_developer_client_title()}>
      {() => (
        <GraphProvider>
          <OneClient id={id} />
        </GraphProvider>
      )}
    </MembersArea>
  );
}

function OneClient({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(MyPartnerClientsDocument, { fetchPolicy: 'cache-and-network' });
  const client = readFragment(OwnClientFragmentDoc, data?.myPartnerClients)?.find(
    (one) => one.id === id && one.state === 'active',
  );
  return (
    <WidePage
      title={client?.name ?? m.screens_developer_client_title()}
      text={
        <Link to={paths.developerClients} className="underline underline-offset-4">
          {m.screens_developer_client_back()}
        </Link>
      }
    >
      <LoadState
        loading={m.screens_developer_client_loading()}
        failed={m.screens_developer_client_failed()}
        isPending={!data && !error}
        error={data ? null : error}
        onRetry={() => void refetch()}
      />
      {data && !client && (
        <EmptyState
          icon="key"
          title={m.screens_developer_client_none()}
          text={m.screens_developer_client_none_text()}
        />
      )}
      {client && <ClientDetails client={client} />}
    </WidePage>
  );
}
