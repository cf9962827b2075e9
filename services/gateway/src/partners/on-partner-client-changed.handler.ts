import { Controller } from '@nestjs/common';
import { partnerClientChanged, type EventOf } from '@sprayhunt/contracts';
import { OnEvent } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';

/** Keeps which clients were revoked. That is for good, so neither the order of events matters nor how often one comes. */
@Controller()
export class OnPartnerClientChangedHandler {
  @OnEvent(partnerClientChanged, 'revoke-tokens', { only: ({ state }) => state === 'revoked' })
  async revoke(events: EventOf<typeof partnerClientChanged>[], tx: EntityManager): Promise<void> {
    await tx.query(`INSERT INTO revoked_clients (client_id) SELECT unnest($1::uuid[]) ON CONFLICT DO NOTHING`, [events.map(({ data }) => data.clientId)]);
  }
}
