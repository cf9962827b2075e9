import type { OwnClientFragment } from '../../api/graph/graphql';
import { Usage } from './usage/usage';
import { Endpoints } from './webhooks/endpoints';

/** What an active client uses, and its webhooks. */
export function ClientDetails({ client }: { client: OwnClientFragment }) {
  return (
    <>
      <Usage clientId={client.id} />
      <Endpoints client={client} />
    </>
  );
}
