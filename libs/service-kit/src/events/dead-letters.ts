import { setTimeout as sleep } from 'node:timers/promises';
import { Column, type DataSource, Entity, Index, PrimaryColumn } from 'typeorm';
import { log } from '../logging/log.js';
import type { EventHandler } from './event-handler.js';
import { deadLettersTotal } from './event-metrics.js';
import { eventsIn } from './message-codec.js';
import { REPLAY } from './notifications.js';

/** An event that a handler could not apply, with its error. Kept until an operator replays it, at most for a year. */
@Entity('dead_letters')
@Index('dead_letters_ids', { synchronize: false })
@Index('dead_letters_waiting', ['failedAt'], { where: 'replayed_at IS NULL' })
@Index('dead_letters_requested', ['handler'], { where: 'replayed_at IS NULL AND replay_requested_at IS NOT NULL' })
@Index('dead_letters_replayed', ['replayedAt'], { where: 'replayed_at IS NOT NULL' })
export class DeadLetter {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'dead_letters_pkey' })
  handler: string;

  @PrimaryColumn('uuid', { name: 'event_id', primaryKeyConstraintName: 'dead_letters_pkey' })
  eventId: string;

  @Column('text')
  subject: string;

  /** The message as received, which may be anything if it violates its contract. */
  @Column('text')
  payload: string;

  @Column('text')
  error: string;

  /** Number of attempts. */
  @Column('int')
  deliveries: number;

  @Column('timestamptz', { name: 'failed_at', default: () => 'now()' })
  failedAt: Date;

  /** Set by the replay command, read by the running service. */
  @Column('timestamptz', { name: 'replay_requested_at', nullable: true })
  replayRequestedAt: Date | null;

  @Column('timestamptz', { name: 'replayed_at', nullable: true })
  replayedAt: Date | null;
}

/** Stores an event that could not be applied as a dead letter, so that the other events continue. */
export async function storeDeadLetter(
  dataSource: DataSource,
  handler: EventHandler,
  letter: { eventId: string; payload: string; deliveries: number },
  error: unknown,
): Promise<void> {
  await dataSource.query(
    `INSERT INTO dead_letters (handler, event_id, subject, payload, error, deliveries) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (handler, event_id) DO UPDATE
        SET error = excluded.error, deliveries = excluded.deliveries, failed_at = now(), replay_requested_at = NULL,
          replayed_at = NULL`,
    [
      handler.name,
      letter.eventId,
      handler.definition.subject,
      letter.payload.replaceAll('\0', ''),
      describe(error),
      letter.deliveries,
    ],
  );
  deadLettersTotal.inc({ handler: handler.name });
  log.error({ err: error, handler: handler.name, eventId: letter.eventId }, 'An event became a dead letter');
}

export interface ReplayFilter {
  handler?: string;
  eventId?: string;
}

export interface ReplayResult {
  replayed: number;
  failed: number;
  /** Not processed in time, because the service is down or busy; it processes them later. */
  waiting: number;
}

/** Asks the running service to retry its dead letters, and waits for the result. @param dataSource of the service */
export async function replayDeadLetters(
  dataSource: DataSource,
  { handler, eventId }: ReplayFilter = {},
  timeoutMs = 30_000,
): Promise<ReplayResult> {
  const requested = await dataSource.query<[{ handler: string; event_id: string }[], number]>(
    `UPDATE dead_letters SET replay_requested_at = now()
      WHERE replayed_at IS NULL AND ($1::text IS NULL OR handler = $1) AND ($2::uuid IS NULL OR event_id = $2)
      RETURNING handler, event_id`,
    [handler ?? null, eventId ?? null],
  );
  const keys = requested[0];
  await dataSource.query(`SELECT pg_notify(current_schema() || '_events', $1)`, [REPLAY]);
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const [result] = await dataSource.query<ReplayResult[]>(
      `SELECT count(*) FILTER (WHERE replayed_at IS NOT NULL)::int AS replayed,
              count(*) FILTER (WHERE replayed_at IS NULL AND replay_requested_at IS NULL)::int AS failed,
              count(*) FILTER (WHERE replayed_at IS NULL AND replay_requested_at IS NOT NULL)::int AS waiting
         FROM dead_letters JOIN unnest($1::text[], $2::uuid[]) AS asked (handler, event_id) USING (handler, event_id)`,
      [keys.map((key) => key.handler), keys.map((key) => key.event_id)],
    );
    if (result!.waiting === 0 || Date.now() > deadline) return result!;
    await sleep(100);
  }
}

/** Retries the requested dead letters in the running service, one per transaction. */
export async function runRequestedReplays(dataSource: DataSource, handlers: readonly EventHandler[]): Promise<void> {
  const byName = new Map(handlers.map((handler) => [handler.name, handler]));
  while (byName.size > 0 && (await replayNext(dataSource, byName)));
}

async function replayNext(dataSource: DataSource, handlers: ReadonlyMap<string, EventHandler>): Promise<boolean> {
  let letter: DeadLetter | undefined;
  try {
    await dataSource.transaction(async (tx) => {
      letter =
        (await tx
          .createQueryBuilder(DeadLetter, 'letter')
          .where(
            'letter.replayedAt IS NULL AND letter.replayRequestedAt IS NOT NULL AND letter.handler IN (:...names)',
            { names: [...handlers.keys()] },
          )
          .setLock('pessimistic_write')
          .setOnLocked('skip_locked')
          .limit(1)
          .getOne()) ?? undefined;
      if (!letter) return;
      const handler = handlers.get(letter.handler)!;
      await handler.applyWithin(
        tx,
        eventsIn(letter.payload).map((content) => handler.parse(content)),
      );
      await tx.update(DeadLetter, { handler: letter.handler, eventId: letter.eventId }, { replayedAt: new Date() });
    });
  } catch (error) {
    if (!letter) throw error;
    log.warn({ err: error, handler: letter.handler, eventId: letter.eventId }, 'A dead letter could not be replayed');
    await dataSource
      .createQueryBuilder()
      .update(DeadLetter)
      .set({ replayRequestedAt: null, error: describe(error), deliveries: () => 'deliveries + 1' })
      .where({ handler: letter.handler, eventId: letter.eventId })
      .execute();
  }
  return letter !== undefined;
}

const describe = (error: unknown): string =>
  (error instanceof Error ? (error.stack ?? error.message) : String(error)).slice(0, 4_000);
