import { Controller } from '@nestjs/common';
import { accessTokenRevoked, consentEnded, partnerClientChanged, type EventOf } from '@sprayhunt/contracts';
import { OnEvent } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';

/**
 * Stores revoked clients, ended consents and single revoked tokens, and deletes the documents and usage of revoked
 * clients. A revocation is final, so neither the order of events nor a redelivery matters.
 */
@Controller()
export class OnTokensRevokedHandler {
  @OnEvent(partnerClientChanged, 'revoke-tokens', { filter: ({ state }) => state === 'revoked' })
  async revoke(events: EventOf<typeof partnerClientChanged>[], tx: EntityManager): Promise<void> {
    const clients = events.map(({ data }) => data.clientId);
    await keep(tx, clients);
    await tx.query(`DELETE FROM partner_documents WHERE client_id = ANY ($1::uuid[])`, [clients]);
    await tx.query(`DELETE FROM partner_usage WHERE client_id = ANY ($1::uuid[])`, [clients]);
  }

  @OnEvent(consentEnded, 'end-players-tokens')
  async end(events: EventOf<typeof consentEnded>[], tx: EntityManager): Promise<void> {
    await keep(
      tx,
      events.map(({ data }) => data.consentId),
    );
  }

  @OnEvent(accessTokenRevoked, 'revoke-token')
  async revokeOne(events: EventOf<typeof accessTokenRevoked>[], tx: EntityManager): Promise<void> {
    await keep(
      tx,
      events.map(({ data }) => data.tokenId),
    );
  }
}

/** The column has the ids of all three. */
const keep = (tx: EntityManager, ids: string[]) =>
  tx.query(`INSERT INTO revoked_clients (client_id) SELECT unnest($1::uuid[]) ON CONFLICT DO NOTHING`, [ids]);
