import type { PoolClient, QueryResult } from 'pg';
import type { DataSource } from 'typeorm';
import { log } from '../logging/log.js';
import type { Bus, StreamState } from './bus.js';
import { idAt } from './event-time.js';
import { Signal } from './signal.js';

const BATCH = 500;
/** For what no wake reached: rows of a process that died between commit and wake, a LISTEN that was down. */
const POLL_MS = 1_000;
/** How often the stream is compared with the one that was known. */
const CHECK_MS = 10_000;
const RETRY_MS = 500;
const RESEND_BATCH = 5_000;
const LAST_PASS_MS = 1_500;
/** Events stay this long after they were stated; see retention. */
export const OUTBOX_AGE_MS = 30 * 24 * 60 * 60 * 1_000;

/** Held shared while a batch is sent and marked, exclusively while the time of a loss is taken. */
const RELAY_LOCK = `hashtext(current_schema() || ':relay')`;

interface Unsent {
  id: string;
  subject: string;
  event: string;
}

/** Carries committed events to the stream, at least once each. Several processes may run one beside each other. */
export class OutboxRelay {
  private readonly woken = new Signal();
  private checkDue = 0;
  private highestSequence = 0;
  private stopping = false;
  private running?: Promise<void>;

  constructor(
    private readonly dataSource: DataSource,
    private readonly bus: Bus,
  ) {}

  start(): void {
    this.running ??= this.run();
    this.bus.onConnect(() => {
      this.checkDue = 0;
      this.wake();
    });
  }

  wake(): void {
    this.woken.wake();
  }

  /** Sends what is committed, if the server is there to take it, and ends. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.wake();
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      try {
        if (this.bus.connected) {
          await this.checkStream();
          while ((await this.sendBatch()) === BATCH && !this.stopping);
        }
        await this.woken.sleep(POLL_MS);
      } catch (error) {
        // A publish that nobody answers is how a lost stream shows first.
        this.checkDue = 0;
        if (this.bus.connected) log.warn({ err: error }, 'Events cannot be sent; they wait in the outbox');
        await this.woken.sleep(RETRY_MS);
      }
    }
    const until = Date.now() + LAST_PASS_MS;
    try {
      while (this.bus.connected && Date.now() < until && (await this.sendBatch()) > 0);
    } catch (error) {
      log.warn({ err: error }, 'Some events stay in the outbox until the next start');
    }
  }

  /** @returns how many events were sent and marked */
  private async sendBatch(): Promise<number> {
    const runner = this.dataSource.createQueryRunner();
    const client = (await runner.connect()) as PoolClient;
    try {
      const rows = await lockUnsent(client);
      const answers = await this.bus.publish(rows.map((row) => ({ id: row.id, subject: `${this.bus.stream}.${row.subject}`, payload: row.event })));
      const sent = rows.filter((_, index) => answers[index]!.stored);
      await client.query(sent.length === 0 ? 'COMMIT' : `${markSent(sent)}; COMMIT`);
      for (const answer of answers) {
        if (!answer.stored) throw answer.error;
        this.highestSequence = Math.max(this.highestSequence, answer.sequence);
      }
      return sent.length;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      throw error;
    } finally {
      await runner.release();
    }
  }

  /** Compares the stream with the known one; after a loss, everything kept is sent again. */
  private async checkStream(): Promise<void> {
    if (Date.now() < this.checkDue) return;
    const now = await this.bus.ensureStream();
    const [known] = await this.dataSource.query<{ created: string; last_sequence: string }[]>(
      `SELECT created, last_sequence FROM known_streams WHERE stream = $1`,
      [this.bus.stream],
    );
    const wasReplaced = known !== undefined && known.created !== now.created;
    const wentBack = known !== undefined && now.lastSequence < Math.max(Number(known.last_sequence), this.highestSequence);
    if (wasReplaced || wentBack) await this.resendKept(now);
    await this.dataSource.query(
      `INSERT INTO known_streams (stream, created, last_sequence) VALUES ($1, $2, $3)
       ON CONFLICT (stream) DO UPDATE SET created = excluded.created, last_sequence = excluded.last_sequence`,
      [this.bus.stream, now.created, now.lastSequence],
    );
    this.checkDue = Date.now() + CHECK_MS;
  }

  private async resendKept(now: StreamState): Promise<void> {
    log.warn({ stream: this.bus.stream, created: now.created }, 'The stream lost events; sending all that are kept again');
    const count = await resendEvents(this.dataSource);
    this.highestSequence = 0;
    log.warn({ count }, 'Events are marked for sending again');
  }
}

/** Several statements in one message: a single event costs two round trips, not five. */
async function lockUnsent(client: PoolClient): Promise<Unsent[]> {
  const results = (await client.query(
    // A mark that a crash of Postgres takes back only means that the event is sent once more.
    `BEGIN; SET LOCAL synchronous_commit = off; SELECT pg_advisory_xact_lock_shared(${RELAY_LOCK});
     SELECT id, subject, event::text AS event FROM outbox WHERE sent_at IS NULL ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
  )) as unknown as QueryResult<Unsent>[];
  return results.at(-1)!.rows;
}

/** The ids come from a column of the type uuid and need no quoting. */
const markSent = (rows: readonly Unsent[]): string =>
  `UPDATE outbox SET sent_at = clock_timestamp() WHERE id = ANY('{${rows.map(({ id }) => id).join(',')}}'::uuid[])`;

/**
 * Marks every event of the last 30 days that was sent before this call as unsent, so that the relay
 * sends it again. The inboxes of those who listen see to it that nothing is applied twice.
 * @returns how many were marked
 */
export async function resendEvents(dataSource: DataSource): Promise<number> {
  // Once the lock is ours, no batch is between the old store's acknowledgement and its mark.
  const cutOff = await dataSource.transaction(async (tx) => {
    await tx.query(`SELECT pg_advisory_xact_lock(${RELAY_LOCK})`);
    const [row] = await tx.query<{ now: string }[]>(`SELECT clock_timestamp()::text AS now`);
    return row!.now;
  });
  let marked = 0;
  for (let after = idAt(Date.now() - OUTBOX_AGE_MS); ; ) {
    const [row] = await dataSource.query<{ count: number; last: string | null }[]>(
      `WITH due AS (
         SELECT id FROM outbox WHERE id > $1 AND sent_at <= $2::timestamptz ORDER BY id LIMIT $3
       ), marked AS (
         UPDATE outbox SET sent_at = NULL FROM due WHERE outbox.id = due.id RETURNING outbox.id
       ) SELECT count(*)::int AS count, (SELECT id FROM due ORDER BY id DESC LIMIT 1) AS last FROM marked`,
      [after, cutOff, RESEND_BATCH],
    );
    marked += row!.count;
    if (row!.last === null) return marked;
    after = row!.last;
  }
}
