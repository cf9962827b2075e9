import { Controller } from '@nestjs/common';
import { type EventOf, partnerClientChanged } from '@sprayhunt/contracts';
import { OnEvent } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import { kindsWithin } from '../changes/change-kinds.js';

type Client = EventOf<typeof partnerClientChanged>['data'];

/** A revoked client stays revoked, and loses its owner. */
const KEEP = `
  INSERT INTO partner_clients AS known (client_id, owner_id, scopes, is_revoked, version)
  SELECT "clientId", CASE WHEN state = 'active' THEN "ownerId" END, ARRAY(SELECT json_array_elements_text(scopes)),
    state = 'revoked', version
  FROM json_to_record($1) AS said ("clientId" uuid, "ownerId" uuid, scopes json, state text, version integer)
  ON CONFLICT (client_id) DO UPDATE SET owner_id = excluded.owner_id, scopes = excluded.scopes,
    is_revoked = excluded.is_revoked, version = excluded.version
  WHERE known.version < excluded.version AND NOT known.is_revoked`;

/** Stores partners' clients with their owners, and stops the endpoints of a revoked client. */
@Controller()
export class OnPartnerClientChangedHandler {
  @OnEvent(partnerClientChanged, 'keep-partner-clients')
  async keep(events: EventOf<typeof partnerClientChanged>[], tx: EntityManager): Promise<void> {
    for (const { data } of events) await this.keepOne(tx, data);
  }

  private async keepOne(tx: EntityManager, client: Client): Promise<void> {
    await tx.query(KEEP, [JSON.stringify(client)]);
    const { clientId, state } = client;
    if (state === 'revoked')
      return void (await tx.query(`DELETE FROM webhook_endpoints WHERE client_id = $1`, [clientId]));
    const [known] = await tx.query<{ scopes: string[] }[]>(`SELECT scopes FROM partner_clients WHERE client_id = $1`, [
      clientId,
    ]);
    const kinds = kindsWithin(known?.scopes ?? []);
    await tx.query(`DELETE FROM webhook_endpoints WHERE client_id = $1 AND NOT kinds && $2`, [clientId, kinds]);
    await tx.query(
      `UPDATE webhook_endpoints SET kinds = ARRAY(SELECT kind FROM unnest(kinds) AS kind WHERE kind = ANY ($2))
        WHERE client_id = $1 AND NOT kinds <@ $2`,
      [clientId, kinds],
    );
  }
}
