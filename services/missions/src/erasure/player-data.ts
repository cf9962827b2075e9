import { Injectable } from '@nestjs/common';
import { eraseIdempotencyKeys, ErasedAccounts, moveIdempotencyKeys, type Merge } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';

/** A player has one participation per mission or live event, thousands at most. */
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

/** Where the account takes part itself, its own participation stands. */
const MOVE = `
  UPDATE participations SET player_id = $2 WHERE player_id = $1
  AND NOT EXISTS (SELECT FROM participations own WHERE own.player_id = $2
    AND own.mission_id = participations.mission_id)`;
const MOVE_FROM_EVENTS = `
  UPDATE live_event_participations SET player_id = $2 WHERE player_id = $1
  AND NOT EXISTS (SELECT FROM live_event_participations own WHERE own.player_id = $2
    AND own.event_id = live_event_participations.event_id)`;

/** Erases the players' data of this service, or moves it to another account. */
@Injectable()
export class PlayerData {
  constructor(private readonly erased: ErasedAccounts) {}

  async erase(tx: EntityManager, accounts: readonly string[]): Promise<void> {
    await tx.query(REMOVE, [accounts]);
    await tx.query(REMOVE_FROM_EVENTS, [accounts]);
    await eraseIdempotencyKeys(tx, accounts);
  }

  async merge(tx: EntityManager, merges: readonly Merge[]): Promise<void> {
    const { moves, erased, expired } = await this.erased.rememberMerged(tx, merges);
    for (const { subjectId, accountId } of moves) {
      for (const statement of [MOVE, MOVE_FROM_EVENTS]) await tx.query(statement, [subjectId, accountId]);
      await moveIdempotencyKeys(tx, subjectId, accountId);
    }
    // Rows that were not moved are deleted.
    await this.erase(tx, [...moves.map(({ subjectId }) => subjectId), ...erased, ...expired]);
  }
}
