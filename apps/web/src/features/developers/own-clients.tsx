import { m } from '#messages';
import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { MyPartnerClientsDocument, OwnClientFragmentDoc } from '../../api/graph/developers/developers';
import { readFragment } from '../../api/graph/fragment-masking';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { Icon } from '../../ui/icon';
import { LoadState } from '../../ui/load-state';
import { ClientRequestDialog } from './client-request-dialog';
import { ClientCard } from './client-card';

/** Of a player: requests that wait and clients that are not revoked, together. The server holds to it. */
const MAX_OPEN = 3;

/** The player's requests for clients, and their clients. */
export function OwnClients() {
  const { data, error, refetch } = useQuery(MyPartnerClientsDocument, { fetchPolicy: 'cache-and-network' });
  const [asks, setAsks] = useState(false);
  const clients = readFragment(OwnClientFragmentDoc, data?.myPartnerClients);
  const open = clients?.filter(({ state }) => state === 'waiting' || state === 'active').length ?? 0;
  const requestButton = (
    <Button variant="primary" onClick={() => setAsks(true)}>
      <Icon name="plus" size={18} />
      {m.developers_ask()}
    </Button>
  );
  return (
    <>
      <LoadState
        loading={m.developers_clients_loading()}
        failed={m.developers_clients_failed()}
        isPending={!data && !error}
        error={data ? null : error}
        onRetry={() => void refetch()}
      />
      {clients?.length === 0 && (
        <EmptyState
          icon="key"
          title={m.developers_clients_none()}
          text={m.developers_clients_none_text()}
          action={requestButton}
        />
      )}
      {clients && clients.length > 0 && (
        <>
          {open < MAX_OPEN ? (
            <div className="self-start">{requestButton}</div>
          ) : (
            <p className="text-muted">{m.developers_clients_full({ count: MAX_OPEN })}</p>
          )}
          <ul className="flex flex-col gap-4">
            {clients.map((client) => (
              <ClientCard key={client.id} client={client} />
            ))}
          </ul>
        </>
      )}
      {asks && <ClientRequestDialog onClose={() => setAsks(false)} onAsked={() => void refetch()} />}
    </>
  );
}
