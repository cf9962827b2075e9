import { m } from '#messages';
import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { EndpointFragmentDoc, WebhookEndpointsDocument } from '../../../api/graph/developers/webhooks/webhooks';
import type { OwnClientFragment } from '../../../api/graph/graphql';
import { readFragment } from '../../../api/graph/fragment-masking';
import { Button } from '../../../ui/button';
import { EmptyState } from '../../../ui/empty-state';
import { Icon } from '../../../ui/icon';
import { LoadState } from '../../../ui/load-state';
import { Part } from '../part';
import { EndpointCard } from './endpoint-card';
import { EndpointDialog } from './endpoint-dialog';
import { kindsOpenTo } from './kinds';
import { NewSecretDialog } from './secret-dialogs';

/** Of one client. The server holds to it. */
const MAX_ENDPOINTS = 5;

/** Where a client receives changes, and what was sent there. */
export function Endpoints({ client }: { client: OwnClientFragment }) {
  const needed = ['webhooks:manage', ...(kindsOpenTo(client.scopes).length > 0 ? [] : ['discoveries:read'])].filter(
    (scope) => !client.scopes.includes(scope),
  );
  return (
    <Part id="webhooks" title={m.developers_webhooks()} text={m.developers_webhooks_text()}>
      {needed.length > 0 ? (
        <EmptyState
          icon="bell"
          title={m.developers_webhooks_closed()}
          text={m.developers_webhooks_closed_text({ scopes: needed.join(', ') })}
        />
      ) : (
        <OpenEndpoints client={client} />
      )}
    </Part>
  );
}

function OpenEndpoints({ client }: { client: OwnClientFragment }) {
  const { data, error, refetch } = useQuery(WebhookEndpointsDocument, {
    variables: { clientId: client.id },
    fetchPolicy: 'cache-and-network',
  });
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string>();
  const endpoints = readFragment(EndpointFragmentDoc, data?.webhookEndpoints);
  const add = (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <Icon name="plus" size={18} />
      {m.developers_endpoint_add()}
    </Button>
  );
  return (
    <>
      <LoadState
        loading={m.developers_endpoints_loading()}
        failed={m.developers_endpoints_failed()}
        isPending={!data && !error}
        error={data ? null : error}
        onRetry={() => void refetch()}
      />
      {endpoints?.length === 0 && (
        <EmptyState
          icon="bell"
          title={m.developers_endpoints_none()}
          text={m.developers_endpoints_none_text()}
          action={add}
        />
      )}
      {endpoints && endpoints.length > 0 && (
        <>
          {endpoints.length < MAX_ENDPOINTS ? (
            <div className="self-start">{add}</div>
          ) : (
            <p className="text-muted">{m.developers_endpoints_full({ count: MAX_ENDPOINTS })}</p>
          )}
          <ul className="flex flex-col gap-4">
            {endpoints.map((endpoint) => (
              <EndpointCard key={endpoint.id} {...{ client, endpoint }} onChanged={() => void refetch()} />
            ))}
          </ul>
        </>
      )}
      {isAdding && (
        <EndpointDialog
          client={client}
          onClose={() => setAdding(false)}
          onAdded={(made) => {
            setSecret(made);
            void refetch();
          }}
        />
      )}
      {secret !== undefined && <NewSecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  );
}
