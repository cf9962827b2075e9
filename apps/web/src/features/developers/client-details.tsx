import type { OwnClientFragment } from '../../api/graph/graphql';
import { Documents } from './documents/documents';
import { Usage } from './usage/usage';
import { Endpoints } from './webhooks/endpoints';

/**
 * Usage, webhooks and registered documents of an active client. A public client acts for players only, and has no
 * documents.
 */
export function ClientDetails({ client }: { client: OwnClientFragment }) {
  return (
    <>
      <Usage client={client} />
      <Endpoints client={client} />
      {!client.isPublic && <Documents clientId={client.id} />}
    </>
  );
}
