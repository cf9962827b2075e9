import type { PoolClient, QueryResult } from 'pg';
import type { DataSource } from 'typeorm';
import { log } from '../logging/log.js';
import { tracePublishing } from '../tracing/trace-events.js';
import type { Bus } from './bus.js';
import { DatabaseIsBehind, type DatabasePosition } from './database-position.js';
import { createDayPartitions } from './day-partitions.js';
import { idAt } from './event-time.js';
import { messagesOf, type Unsent } from './message-codec.js';
import { Signal } from './signal.js';
import { StreamWatch } from './stream-watch.js';

const BATCH = 500;
/** For rows without a wake: a process died between commit and wake, or LISTEN was down. */
const POLL_MS = 1_000;
/** How often the stream is compared with its known state. */
const CHECK_MS = 10_000;
const DAYS_MS = 60 * 60 * 1_000;
const RETRY_MS = 500;
const LAST_PASS_MS = 1_500;

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
/** How far a pass looks back for events that commit after newer ones; sweeps find the later ones. */
const LATE_MS = 1_000;
/** A sweep takes about this fraction (1/n) of the relay's time. */
const SWEEP_SHARE = 20;
/**
 * Most milliseconds of a sweep that count as work: it may have waited for a stopped database, and events committed
 * before that wait for the next sweep.
 */
const MAX_SWEEP_PAUSE_MS = 10_000;

/**
 * Sends committed events to the stream, at least once each, and keeps them as sent. Several processes may run it in
 * parallel.
 */
export class OutboxRelay {
  private readonly woken = new Signal();
  private readonly stream: StreamWatch;
  private checkDue = 0;
  private daysDue = 0;
  /** Where the next pass starts: sent rows leave dead index entries before it until the next VACUUM. */
  private from = FIRST_ID;
  /** When a pass starts at the beginning of the queue again. */
  private sweepDue = 0;
  private stopping = false;
  private running?: Promise<void>;

  constructor(
    private readonly dataSource: DataSource,
    private readonly bus: Bus,
    private readonly position: DatabasePosition,
  ) {
    this.stream = new StreamWatch(dataSource, bus, position);
  }

  start(): void {
    this.running ??= this.run();
    this.bus.onConnect(() => this.check());
  }

  wake(): void {
    this.woken.wake();
  }

  /** Another program has written, perhaps in a long transaction. */
  wakeForOthers(): void {
    this.sweepDue = 0;
    this.wake();
  }

  /** Compares the stream with its known state, and starts a requested resend at once. */
  check(): void {
    this.checkDue = 0;
    this.wake();
  }

  /** Sends committed events, if the server is available, and stops. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.wake();
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      const pause = await this.trySending();
      if (!this.stopping) await this.woken.sleep(pause);
    }
    const until = Date.now() + LAST_PASS_MS;
    this.sweepDue = 0;
    try {
      while (this.bus.connected && this.position.agrees && Date.now() < until && (await this.sendBatch()) > 0);
      if (this.bus.connected && this.position.agrees) await this.position.advance(true);
    } catch (error) {
      log.warn({ err: error }, 'Some events stay in the outbox until the next start');
    }
  }

  /** @returns milliseconds until it is due without a wake */
  private async trySending(): Promise<number> {
    try {
      if (this.bus.connected) await this.sendAll();
      return POLL_MS;
    } catch (error) {
      // It is logged at each check of the stream.
      if (error instanceof DatabaseIsBehind) return CHECK_MS;
      // A publish without a confirmation is the first sign of a lost stream; a partition may be missing.
      this.checkDue = this.daysDue = this.sweepDue = 0;
      if (this.bus.connected) log.warn({ err: error }, 'Events cannot be sent; they wait in the outbox');
      return RETRY_MS;
    }
  }

  private async sendAll(): Promise<void> {
    await this.createDayPartitions();
    const isResending = await this.checkStream();
    if (!this.position.agrees) return;
    while ((await this.sendBatch()) === BATCH && !this.stopping);
    await this.position.advance();
    if (isResending) this.check();
  }

  /** A failure only matters after the last prepared day. */
  private async createDayPartitions(): Promise<void> {
    if (Date.now() < this.daysDue) return;
    this.daysDue = Date.now() + DAYS_MS;
    await createDayPartitions(this.dataSource).catch((error: unknown) =>
      log.warn({ err: error }, 'Partitions of sent events could not be created'),
    );
  }

  /** @returns whether more events have to be sent again */
  private async checkStream(): Promise<boolean> {
    if (Date.now() < this.checkDue) return false;
    this.checkDue = Date.now() + CHECK_MS;
    await this.stream.check();
    const isResending = (await this.stream.requeueLost()) > 0;
    if (isResending) this.sweepDue = 0;
    return isResending;
  }

  /**
   * Sends the next events in one transaction, which keeps other relays from their rows.
   * @returns how many events were sent
   */
  private async sendBatch(): Promise<number> {
    const runner = this.dataSource.createQueryRunner();
    const client = (await runner.connect()) as PoolClient;
    try {
      const rows = await this.lockNext(client);
      const endSpans = tracePublishing(rows);
      const messages = messagesOf(rows);
      const confirmations = await this.bus.publish(messages);
      endSpans();
      const sent = confirmations.flatMap((confirmation, index) =>
        confirmation.status === 'fulfilled'
          ? messages[index]!.events.map(({ id }) => ({ id, sequence: confirmation.value }))
          : [],
      );
      await client.query(sent.length === 0 ? 'COMMIT' : `${moveSent(sent)}; COMMIT`);
      if (sent.length > 0) this.position.worked();
      for (const confirmation of confirmations) if (confirmation.status === 'rejected') throw confirmation.reason;
      return sent.length;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      throw error;
    } finally {
      await runner.release();
    }
  }

  private async lockNext(client: PoolClient): Promise<Unsent[]> {
    const began = Date.now();
    const isSweep = began >= this.sweepDue;
    const rows = await lockUnsent(client, isSweep ? FIRST_ID : this.from);
    const now = Date.now();
    if (isSweep) this.sweepDue = now + Math.min(MAX_SWEEP_PAUSE_MS, Math.max(POLL_MS, SWEEP_SHARE * (now - began)));
    this.from = rows.length === BATCH ? rows.at(-1)!.id : idAt(now - LATE_MS);
    return rows;
  }
}

/**
 * Begins a transaction and locks unsent events (`FOR UPDATE SKIP LOCKED`). The functions of the database that a pass
 * calls are in `relay-functions.migration.ts`; several statements in one message, so that a pass takes two round trips.
 * Ids are uuids and need no quoting.
 */
async function lockUnsent(client: PoolClient, from: string): Promise<Unsent[]> {
  const results = (await client.query(
    `BEGIN; SELECT id, subject, event FROM relay_take('${from}', ${BATCH})`,
  )) as unknown as QueryResult<Unsent>[];
  return results.at(-1)!.rows;
}

/** Moves events from the outbox to `sent_events`, with their positions in the stream. */
function moveSent(sent: readonly { id: string; sequence: number }[]): string {
  const ids = sent.map(({ id }) => id).join(',');
  const sequences = sent.map(({ sequence }) => sequence).join(',');
  return `SELECT relay_move('{${ids}}', '{${sequences}}')`;
}
