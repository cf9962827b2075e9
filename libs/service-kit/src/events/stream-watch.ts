import { Column, type DataSource, Entity, type EntityManager, PrimaryColumn } from 'typeorm';
import { log } from '../logging/log.js';
import { type Bus, STREAM_AGE_MS, type StreamState } from './bus.js';
import { DatabasePosition } from './database-position.js';
import { minIdAt } from './event-time.js';
import { RESEND } from './notifications.js';
import { RETENTION_MS } from './day-partitions.js';

/** The last known state of the stream; a stream that was created later has lost the events sent before. */
@Entity('known_streams')
export class KnownStream {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'known_streams_pkey' })
  stream: string;

  /** Creation time of the stream, from the server. */
  @Column('text', { name: 'created' })
  created: string;

  @Column('bigint', { name: 'last_sequence' })
  lastSequence: string;

  /** Time of the last check that found it intact. */
  @Column('timestamptz', { name: 'checked_at', default: () => 'now()' })
  checkedAt: Date;

  /** Sequences of events sent before this time belong to a lost stream. */
  @Column('timestamptz', { name: 'valid_since', default: () => 'now()' })
  validSince: Date;

  /** A running resend: events sent between these two times are sent again. */
  @Column('timestamptz', { name: 'resend_from', nullable: true })
  resendFrom: Date | null;

  @Column('timestamptz', { name: 'resend_until', nullable: true })
  resendUntil: Date | null;
}

const RESEND_BATCH = 5_000;
/** Number of recent events whose highest sequence the stream must contain. */
const NEWEST_SENT = 1_000;

/** Held in shared mode while a batch is sent and moved (`relay_take`), exclusively while a loss is recorded. */
const RELAY_LOCK = `hashtext(current_schema() || ':relay')`;

interface KnownState {
  created: string;
  last_sequence: string;
  /** Highest sequence that the stream must contain, including events sent since the last check. */
  highest: string;
}

/**
 * Detects events that the stream has lost, and queues them again. The known state is read before the state of the
 * server, so that an intact stream is never behind it, whatever relays publish meanwhile.
 */
export class StreamWatch {
  constructor(
    private readonly dataSource: DataSource,
    private readonly bus: Bus,
    private readonly position = new DatabasePosition(dataSource, bus),
  ) {}

  /**
   * Compares the stream with its known state, and records a loss for all relays of the service.
   * @throws DatabaseIsBehind if the database was restored to an earlier time
   */
  async check(): Promise<void> {
    const known = await this.readKnownState(this.dataSource);
    const current = await this.bus.ensureStream();
    await this.position.compare(current.isDirect);
    if (!known) await this.insertKnownState(current);
    else if (isIntact(known, current)) await this.updateKnownState(known, current);
    else await this.recordLoss();
  }

  /**
   * Moves the next lost events back into the outbox, in one process at a time. The same transaction stores the
   * position, where the next call continues.
   * @returns their number
   */
  requeueLost(): Promise<number> {
    return this.dataSource.transaction(async (tx) => {
      const [lost] = await tx.query<{ from: string; until: string }[]>(
        `SELECT resend_from::text AS from, resend_until::text AS until FROM known_streams WHERE stream = $1
          AND resend_until IS NOT NULL FOR UPDATE SKIP LOCKED`,
        [this.bus.stream],
      );
      if (!lost) return 0;
      const [{ count, last }] = await tx.query<[{ count: number; last: string | null }]>(REQUEUE, [
        lost.from,
        lost.until,
        minIdAt(Date.now() - RETENTION_MS),
      ]);
      const isDone = count < RESEND_BATCH;
      await tx.query(`UPDATE known_streams SET resend_from = $2, resend_until = $3 WHERE stream = $1`, [
        this.bus.stream,
        isDone ? null : last,
        isDone ? null : lost.until,
      ]);
      log.warn({ stream: this.bus.stream, count, isDone }, 'Resending events');
      return count;
    });
  }

  private async readKnownState(manager: Pick<EntityManager, 'query'>): Promise<KnownState | undefined> {
    const [row] = await manager.query<KnownState[]>(
      `SELECT created, last_sequence, greatest(last_sequence, (
         SELECT max(sequence) FROM (SELECT sequence FROM sent_events WHERE sent_at > valid_since
           ORDER BY sent_at DESC, id DESC LIMIT ${NEWEST_SENT}) AS newest
       )) AS highest FROM known_streams WHERE stream = $1`,
      [this.bus.stream],
    );
    return row;
  }

  private async insertKnownState({ created, lastSequence }: StreamState): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO known_streams (stream, created, last_sequence) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
      [this.bus.stream, created, lastSequence],
    );
  }

  /** Stores the current sequence, unless another process has changed the row since it was read. */
  private async updateKnownState(known: KnownState, current: StreamState): Promise<void> {
    await this.dataSource.query(
      `UPDATE known_streams SET last_sequence = $4, checked_at = now() WHERE stream = $1 AND created = $2
        AND last_sequence = $3`,
      [this.bus.stream, known.created, known.last_sequence, current.lastSequence],
    );
  }

  /**
   * Under the lock, no process has a batch between the acknowledgement and its move, and any earlier record of the same
   * loss is committed. The resend covers the stream's retention before the last good check: older events had already
   * left the stream.
   */
  private async recordLoss(): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      await tx.query(`SELECT pg_advisory_xact_lock(${RELAY_LOCK})`);
      const known = await this.readKnownState(tx);
      const current = await this.bus.ensureStream();
      if (!known || isIntact(known, current)) return;
      log.warn({ stream: this.bus.stream, known, now: current }, 'The stream lost events; resending them');
      await tx.query(
        `UPDATE known_streams SET created = $2, last_sequence = $3, checked_at = clock_timestamp(),
          valid_since = clock_timestamp(),
                resend_from = least(resend_from, checked_at - $4::interval), resend_until = clock_timestamp()
                  WHERE stream = $1`,
        [this.bus.stream, current.created, current.lastSequence, `${STREAM_AGE_MS} milliseconds`],
      );
    });
  }
}

/**
 * A stream that was created later has lost all events, a shorter one its latest: it is an old copy, or they were not
 * written to disk.
 */
const isIntact = (known: KnownState, current: StreamState): boolean =>
  known.created === current.created && current.lastSequence >= Number(known.highest);

const REQUEUE = `
  WITH due AS (
    SELECT sent_at, id FROM sent_events WHERE sent_at >= $1::timestamptz AND sent_at <= $2::timestamptz
      AND id > $3::uuid ORDER BY sent_at, id LIMIT ${RESEND_BATCH}
  ), taken AS (
    DELETE FROM sent_events USING due WHERE sent_events.sent_at = due.sent_at AND sent_events.id = due.id
    RETURNING sent_events.id, sent_events.subject, sent_events.event
  ), queued AS (
    INSERT INTO outbox (id, subject, event) SELECT id, subject, event FROM taken ON CONFLICT DO NOTHING
  ) SELECT (SELECT count(*)::int FROM due) AS count, (SELECT max(sent_at)::text FROM due) AS last`;

/**
 * Makes the running service resend all events of the last 30 days. The listeners' inboxes keep them from being applied
 * twice.
 */
export async function resendEvents(dataSource: DataSource): Promise<void> {
  await dataSource.transaction(async (tx) => {
    await tx.query(`SELECT pg_advisory_xact_lock(${RELAY_LOCK})`);
    await tx.query(
      `UPDATE known_streams SET resend_from = clock_timestamp() - $1::interval, resend_until = clock_timestamp()`,
      [`${RETENTION_MS} milliseconds`],
    );
    await tx.query(`SELECT pg_notify(current_schema() || '_events', $1)`, [RESEND]);
  });
}
