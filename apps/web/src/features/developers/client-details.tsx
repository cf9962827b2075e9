import type { OwnClientFragment } from '../../api/graph/graphql';
import { Documents } from './documents/documents';
import { Usage } from './usage/usage';
import { Endpoints } from './webhooks/endpoints';

/** What an active client uses, its webhooks, and its registered documents. A public one acts for players only, and registers nothing. */
export function ClientDetails({ client }: { client: OwnClientFragment }) {
  return (
    <>
      <Usage client={client} />
      <Endpoints client={client} />
      {!client.isPublic && <Documents clientId={client.id} />}
    </>
  );
}
