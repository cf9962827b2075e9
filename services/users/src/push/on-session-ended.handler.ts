import { Controller } from '@nestjs/common';
import { type EventOf, sessionEnded } from '@sprayhunt/contracts';
import { OnEvent } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';

const END = `
  DELETE FROM push_subscriptions p USING unnest($1::uuid[], $2::text[]) AS ended (account_id, session_id)
  WHERE p.account_id = ended.account_id AND p.session_id = ended.session_id`;

/** Ends the push messages of browsers whose session has ended. */
@Controller()
export class OnSessionEndedHandler {
  @OnEvent(sessionEnded, 'end-push')
  async end(events: EventOf<typeof sessionEnded>[], tx: EntityManager): Promise<void> {
    await tx.query(END, [events.map(({ data }) => data.accountId), events.map(({ data }) => data.sessionId)]);
  }
}
