import { Controller } from '@nestjs/common';
import { accountErased, type EventOf } from '@sprayhunt/contracts';
import { ErasedAccounts, OnEvent } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';

/** A player has one participation a mission or live event, and at most thousands. */
const REMOVE = `
  WITH gone AS (
    DELETE FROM participations WHERE player_id = ANY ($1::uuid[]) RETURNING mission_id, status
  ), fewer AS (
    SELECT mission_id, count(*)::int AS n FROM gone WHERE status <> 'left' GROUP BY mission_id ORDER BY mission_id
  )
  UPDATE missions SET participants = participants - n FROM fewer WHERE id = mission_id`;
const REMOVE_FROM_EVENTS = `
  WITH gone AS (
    DELETE FROM live_event_participations WHERE player_id = ANY ($1::uuid[]) RETURNING event_id
  ), fewer AS (
    SELECT event_id, count(*)::int AS n FROM gone GROUP BY event_id ORDER BY event_id
  )
  UPDATE live_events SET participants = participants - n FROM fewer WHERE id = event_id`;

/** Removes all data of an erased player. */
@Controller()
export class OnAccountErasedHandler {
  constructor(private readonly erased: ErasedAccounts) {}

  @OnEvent(accountErased, 'forget-player')
  async forget(events: EventOf<typeof accountErased>[], tx: EntityManager): Promise<void> {
    const accounts = events.map(({ data }) => data.accountId);
    await this.erased.remember(tx, accounts);
    await tx.query(REMOVE, [accounts]);
    await tx.query(REMOVE_FROM_EVENTS, [accounts]);
    await this.erased.confirm(tx, accounts);
  }
}
