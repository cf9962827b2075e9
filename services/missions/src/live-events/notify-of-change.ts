import { Injectable } from '@nestjs/common';
import { liveEventChanged } from '@sprayhunt/contracts';
import { defineJob, Jobs, Outbox, type JobRun } from '@sprayhunt/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { LiveEvent } from './live-event.entity.js';

/** Due at once when an event's time, place or reward changes; at most one waits for each event. */
export const notifyOfChange = defineJob({
  name: 'tell-live-event-change',
  payload: z.object({ eventId: z.uuid() }),
  attempts: 12,
  lockSeconds: 300,
});

/** Players who joined after the change are not notified. */
const PARTICIPANTS = `
  SELECT player_id AS "playerId" FROM live_event_participations
  WHERE event_id = $1 AND concluded_at IS NULL AND player_id > $2 AND joined_at <= $3 ORDER BY player_id LIMIT $4`;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** Participants per transaction. */
const BATCH_SIZE = 500;

/** Publishes a change of an event to each participant. A repeated run may publish to some of them again. */
@Injectable()
export class NotifyOfChange {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    jobs: Jobs,
  ) {
    jobs.handle(notifyOfChange, ({ eventId }, run) => this.notify(eventId, run));
  }

  private async notify(id: string, { signal }: JobRun): Promise<void> {
    const event = await this.dataSource.manager.findOneByOrFail(LiveEvent, { id });
    if (event.cancelledAt) return;
    for (let after: string | undefined = FIRST; after !== undefined;) {
      signal.throwIfAborted();
      const from: string = after;
      after = await this.dataSource.transaction((tx) => this.publishBatch(tx, event, from));
    }
  }

  /** @returns the last player of the batch; undefined if it is empty */
  private async publishBatch(
    tx: EntityManager,
    { id: liveEventId, title, changedAt }: LiveEvent,
    after: string,
  ): Promise<string | undefined> {
    const players = await tx.query<{ playerId: string }[]>(PARTICIPANTS, [liveEventId, after, changedAt, BATCH_SIZE]);
    await this.outbox.addMany(
      tx,
      liveEventChanged,
      players.map(({ playerId }) => ({ data: { liveEventId, playerId, title, changedAt: changedAt!.toISOString() } })),
    );
    return players.at(-1)?.playerId;
  }
}
