import { Controller } from '@nestjs/common';
import { accountDataErased, type EventOf } from '@sprayhunt/contracts';
import { OnEvent } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';

/** Records which services have confirmed the erasure of an account. */
@Controller()
export class OnAccountDataErasedHandler {
  @OnEvent(accountDataErased, 'note-erasure')
  async note(events: EventOf<typeof accountDataErased>[], tx: EntityManager): Promise<void> {
    await tx.query(
      `UPDATE erasures SET confirmed_at = done.at
       FROM unnest($1::uuid[], $2::text[], $3::timestamptz[]) AS done (account_id, service, at)
       WHERE erasures.account_id = done.account_id AND erasures.service = done.service AND confirmed_at IS NULL`,
      [
        events.map(({ data }) => data.accountId),
        events.map(({ data }) => data.service),
        events.map(({ time }) => time),
      ],
    );
  }
}
