import { Column, type DataSource, Entity, type EntityManager, PrimaryColumn } from 'typeorm';
import { log } from '../logging/log.js';
import { type Bus, STREAM_AGE_MS, type StreamState } from './bus.js';
import { DatabasePosition } from './database-position.js';
import { idAt } from './event-time.js';
import { RESEND } from './notifications.js';
import { RETENTION_MS } from './day-partitions.js';

/** The stream store as this service last saw it; a newer one has lost the events sent to the old one. */
@Entity('known_streams')
export class KnownStream {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'known_streams_pkey' })
  stream: string;

  /** The server's own time stamp of the stream's creation. */
  @Column('text', { name: 'created' })
  created: string;

  @Column('bigint', { name: 'last_sequence' })
  lastSequence: string;

  /** When it was last seen intact. */
  @Column('timestamptz', { name: 'checked_at', default: () => 'now()' })
  checkedAt: Date;

  /** Sequences of earlier events belong to a lost store. */
  @Column('timestamptz', { name: 'valid_since', default: () => 'now()' })
  validSince: Date;

  /** A running resend: events sent between these two times are sent again. */
  @Column('timestamptz', { name: 'resend_from', nullable: true })
  resendFrom: Date | null;

  @Column('timestamptz', { name: 'resend_until', nullable: true })
  resendUntil: Date | null;
}

const RESEND_BATCH = 5_000;
/** Number of last sent events; the highest sequence among them is known to be in the stream. */
const NEWEST = 1_000;

/** Held in shared mode while a batch is sent and moved (`relay_take`), exclusively while a loss is recorded. */
const RELAY_LOCK = `hashtext(current_schema() || ':relay')`;

interface Known {
  created: string;
  last_sequence: string;
  /** What the stream must contain, including events sent since the last check. */
  highest: string;
}

/**
 * Detects lost events of the stream and queues them again. The known state of the stream is read
 * before that of the server: whatever relays publish meanwhile, an intact stream has no less.
 */
export class StreamWatch {
  constructor(
    private readonly dataSource: DataSource,
    private readonly bus: Bus,
    private readonly position = new DatabasePosition(dataSource, bus),
  ) {}

  /**
   * Compares the stream with its known state and records a loss, of which every relay of the service is notified.
   * @throws DatabaseIsBehind if the database was restored to an earlier time
   */
  async check(): Promise<void> {
    const known = await this.known(this.dataSource);
    const now = await this.bus.ensureStream();
    await this.position.compare(now.isDirect);
    if (!known) await this.note(now);
    else if (isWhole(known, now)) await this.confirm(known, now);
    else await this.recordLoss();
  }

  /**
   * Moves a limited number of lost events back into the outbox, if there are any; one process at a time.
   * The position is stored in the same transaction, so the next process continues from there.
   * @returns how many
   */
  requeueLost(): Promise<number> {
    return this.dataSource.transaction(async (tx) => {
      const [lost] = await tx.query<{ from: string; until: string }[]>(
        `SELECT resend_from::text AS from, resend_until::text AS until FROM known_streams WHERE stream = $1 AND resend_until IS NOT NULL FOR UPDATE SKIP LOCKED`,
        [this.bus.stream],
      );
      if (!lost) return 0;
      const [{ count, last }] = await tx.query<[{ count: number; last: string | null }]>(QUEUE_AGAIN, [
        lost.from,
        lost.until,
        idAt(Date.now() - RETENTION_MS),
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

  private async known(on: Pick<EntityManager, 'query'>): Promise<Known | undefined> {
    const [row] = await on.query<Known[]>(
      `SELECT created, last_sequence, greatest(last_sequence, (
         SELECT max(sequence) FROM (SELECT sequence FROM sent_events WHERE sent_at > valid_since ORDER BY sent_at DESC, id DESC LIMIT ${NEWEST}) AS newest
       )) AS highest FROM known_streams WHERE stream = $1`,
      [this.bus.stream],
    );
    return row;
  }

  private async note({ created, lastSequence }: StreamState): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO known_streams (stream, created, last_sequence) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
      [this.bus.stream, created, lastSequence],
    );
  }

  /** Unless another process has changed it since it was read. */
  private async confirm(known: Known, now: StreamState): Promise<void> {
    await this.dataSource.query(
      `UPDATE known_streams SET last_sequence = $4, checked_at = now() WHERE stream = $1 AND created = $2 AND last_sequence = $3`,
      [this.bus.stream, known.created, known.last_sequence, now.lastSequence],
    );
  }

  /**
   * Once the lock is held, no process has a batch between the old store's acknowledgement and its move,
   * and any earlier record of the same loss is committed. Events sent before the last good check by more
   * than the stream's retention had already left it.
   */
  private async recordLoss(): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      await tx.query(`SELECT pg_advisory_xact_lock(${RELAY_LOCK})`);
      const known = await this.known(tx);
      const now = await this.bus.ensureStream();
      if (!known || isWhole(known, now)) return;
      log.warn({ stream: this.bus.stream, known, now }, 'The stream lost events; resending them');
      await tx.query(
        `UPDATE known_streams SET created = $2, last_sequence = $3, checked_at = clock_timestamp(), valid_since = clock_timestamp(),
                resend_from = least(resend_from, checked_at - $4::interval), resend_until = clock_timestamp() WHERE stream = $1`,
        [this.bus.stream, now.created, now.lastSequence, `${STREAM_AGE_MS} milliseconds`],
      );
    });
  }
}

/** A newer stream has lost everything, a shorter one its end: an old copy, or events not yet written to disk. */
const isWhole = (known: Known, now: StreamState): boolean =>
  known.created === now.created && now.lastSequence >= Number(known.highest);

const QUEUE_AGAIN = `
  WITH due AS (
    SELECT sent_at, id FROM sent_events WHERE sent_at >= $1::timestamptz AND sent_at <= $2::timestamptz AND id > $3::uuid ORDER BY sent_at, id LIMIT ${RESEND_BATCH}
  ), taken AS (
    DELETE FROM sent_events USING due WHERE sent_events.sent_at = due.sent_at AND sent_events.id = due.id
    RETURNING sent_events.id, sent_events.subject, sent_events.event
  ), queued AS (
    INSERT INTO outbox (id, subject, event) SELECT id, subject, event FROM taken ON CONFLICT DO NOTHING
  ) SELECT (SELECT count(*)::int FROM due) AS count, (SELECT max(sent_at)::text FROM due) AS last`;

/**
 * Makes the running service send all events of the last 30 days before this call again. The
 * listeners' inboxes prevent applying anything twice.
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
