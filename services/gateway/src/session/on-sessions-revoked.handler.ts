import { Controller } from '@nestjs/common';
import { type EventOf, sessionsRevoked } from '@sprayhunt/contracts';
import { OnEvent } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import { SessionStore } from './session-store.js';

/** Ends the sessions that were opened before a contact was proved or changed, whether or not its response arrived. */
@Controller()
export class OnSessionsRevokedHandler {
  constructor(private readonly sessions: SessionStore) {}

  @OnEvent(sessionsRevoked, 'end-revoked-sessions')
  async end(events: EventOf<typeof sessionsRevoked>[], tx: EntityManager): Promise<void> {
    for (const { data } of events) await this.sessions.endRevoked(tx, data);
  }
}
