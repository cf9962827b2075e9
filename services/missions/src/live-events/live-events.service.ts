import { Injectable } from '@nestjs/common';
import { Problem } from '@sprayhunt/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';

/**
 * Whether an event can still be joined, left and changed. Its row stays locked, so that no one joins or leaves once its
 * end has been settled; the clock is read after the lock was waited for.
 */
const LOCK = `
  SELECT clock_timestamp() < ends_at AND settled_at IS NULL
    AND cancelled_at IS NULL AS "isOpen", cancelled_at IS NOT NULL AS "isCancelled",
      clock_timestamp() >= starts_at AS "hasBegun"
  FROM live_events WHERE id = $1 FOR NO KEY UPDATE`;
const JOIN = `INSERT INTO live_event_participations (event_id, player_id) VALUES ($1, $2) ON CONFLICT DO NOTHING
  RETURNING event_id`;
const LEAVE = `DELETE FROM live_event_participations WHERE event_id = $1 AND player_id = $2 RETURNING event_id`;
const COUNT = `UPDATE live_events SET participants = participants + $2 WHERE id = $1`;

/** Taking part in live events. */
@Injectable()
export class LiveEventsService {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Joins an event; a second time changes nothing.
   * @throws Problem `NOT_FOUND`, `EVENT_OVER`
   */
  async join(player: string, event: string): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      await lockOpenEvent(tx, event);
      const joined = await tx.query<unknown[]>(JOIN, [event, player]);
      if (joined.length > 0) await tx.query(COUNT, [event, 1]);
    });
  }

  /**
   * Leaves an event; without a participation nothing changes.
   * @throws Problem `NOT_FOUND`, `EVENT_OVER`
   */
  async leave(player: string, event: string): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      await lockOpenEvent(tx, event);
      const [left] = await tx.query<[unknown[], number]>(LEAVE, [event, player]);
      if (left.length > 0) await tx.query(COUNT, [event, -1]);
    });
  }
}

/** State of an event by the clock of the database. */
interface LockedEvent {
  isOpen: boolean;
  isCancelled: boolean;
  hasBegun: boolean;
}

/** @throws Problem `NOT_FOUND`, `EVENT_OVER` */
export async function lockOpenEvent(tx: EntityManager, id: string): Promise<LockedEvent> {
  const event = await lockEvent(tx, id);
  if (!event.isOpen) throw new Problem('EVENT_OVER', 'This event is over or was cancelled.');
  return event;
}

/** @throws Problem `NOT_FOUND` */
export async function lockEvent(tx: EntityManager, id: string): Promise<LockedEvent> {
  const [event] = z.uuid().safeParse(id).success ? await tx.query<LockedEvent[]>(LOCK, [id]) : [];
  if (!event) throw new Problem('NOT_FOUND', 'There is no such event.');
  return event;
}
