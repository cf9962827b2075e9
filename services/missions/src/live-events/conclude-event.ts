import { Injectable } from '@nestjs/common';
import { liveEventCancelled, liveEventCompleted } from '@sprayhunt/contracts';
import { defineJob, Jobs, Outbox, type JobRun } from '@sprayhunt/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { LiveEvent } from './live-event.entity.js';

/** Due at the end of an event, or at once if it is cancelled; at most one waits for each event. */
export const concludeEvent = defineJob({
  name: 'conclude-live-event',
  payload: z.object({ eventId: z.uuid() }),
  attempts: 12,
  lockSeconds: 300,
});

const SELECT_OVER = `
  SELECT ends_at <= clock_timestamp() OR settled_at IS NOT NULL OR cancelled_at IS NOT NULL AS "isOver" FROM live_events
    WHERE id = $1 FOR NO KEY UPDATE`;
const MARK_SETTLED = `UPDATE live_events SET settled_at = coalesce(settled_at, clock_timestamp()) WHERE id = $1`;
const CLAIM_PARTICIPANTS = `
  UPDATE live_event_participations SET concluded_at = now()
  WHERE event_id = $1 AND player_id IN (
    SELECT player_id FROM live_event_participations WHERE event_id = $1 AND concluded_at IS NULL ORDER BY player_id
      LIMIT $2 FOR UPDATE)
  RETURNING player_id AS "playerId"`;

/** Participants per transaction. */
const BATCH_SIZE = 500;

/** Publishes the rewards of a finished event, or its cancellation, once for each participant. */
@Injectable()
export class ConcludeEvent {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly jobs: Jobs,
  ) {
    jobs.handle(concludeEvent, ({ eventId }, run) => this.conclude(eventId, run));
  }

  /** Continues where a former run stopped. */
  private async conclude(id: string, { signal }: JobRun): Promise<void> {
    if (!(await this.markSettled(id))) return;
    const event = await this.dataSource.manager.findOneByOrFail(LiveEvent, { id });
    for (;;) {
      signal.throwIfAborted();
      if ((await this.dataSource.transaction((tx) => this.publishBatch(tx, event))) === 0) return;
    }
  }

  /**
   * Marks a finished event as settled. Returns false, and schedules another run, if its end was moved or a clock was
   * set back.
   */
  private markSettled(id: string): Promise<boolean> {
    return this.dataSource.transaction(async (tx) => {
      const [event] = await tx.query<{ isOver: boolean }[]>(SELECT_OVER, [id]);
      if (event?.isOver) await tx.query(MARK_SETTLED, [id]);
      else if (event) await scheduleConclusion(tx, this.jobs, id);
      return event?.isOver ?? false;
    });
  }

  /** @returns the number of participants */
  private async publishBatch(
    tx: EntityManager,
    { id: liveEventId, title, rewardTokens: tokens, rewardName, cancelledAt }: LiveEvent,
  ): Promise<number> {
    const [players] = await tx.query<[{ playerId: string }[], number]>(CLAIM_PARTICIPANTS, [liveEventId, BATCH_SIZE]);
    if (cancelledAt)
      await this.outbox.addMany(
        tx,
        liveEventCancelled,
        players.map(({ playerId }) => ({ data: { liveEventId, playerId, title } })),
      );
    else
      await this.outbox.addMany(
        tx,
        liveEventCompleted,
        players.map(({ playerId }) => ({ data: { liveEventId, playerId, title, tokens, rewardName } })),
      );
    return players.length;
  }
}

/** Schedules the conclusion of an event: at its end, or now if it is cancelled. */
export async function scheduleConclusion(tx: EntityManager, jobs: Jobs, eventId: string): Promise<void> {
  const { endsAt, cancelledAt } = await tx.findOneByOrFail(LiveEvent, { id: eventId });
  await jobs.add(tx, concludeEvent, { eventId }, { key: eventId, ...(!cancelledAt && { runAt: endsAt }) });
}
