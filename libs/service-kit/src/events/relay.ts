import type { PoolClient, QueryResult } from 'pg';
import type { DataSource } from 'typeorm';
import { log } from '../logging/log.js';
import { tracePublishing } from '../tracing/trace-events.js';
import type { Bus } from './bus.js';
import { DatabaseIsBehind, type DatabasePosition } from './database-position.js';
import { createDayPartitions } from './day-partitions.js';
import { minIdAt } from './event-time.js';
import { messagesOf, type UnsentEvent } from './message-codec.js';
import { Signal } from './signal.js';
import { StreamWatch } from './stream-watch.js';

const BATCH_SIZE = 500;
/** Finds rows without a wake-up: a process died after the commit, or LISTEN was down. */
const POLL_INTERVAL_MS = 1_000;
/** Interval of the comparison of the stream with its known state. */
const STREAM_CHECK_INTERVAL_MS = 10_000;
const PARTITION_CHECK_INTERVAL_MS = 60 * 60 * 1_000;
const RETRY_MS = 500;
const FINAL_PASS_MS = 1_500;

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
/** A pass looks back this far for events that commit after newer ones; sweeps find the others. */
const LOOK_BACK_MS = 1_000;
/** After a sweep the next one waits this many times its duration. */
const SWEEP_PAUSE_FACTOR = 20;
/**
 * Upper limit of that wait: a sweep may have waited for a stopped database, and events committed before that wait for
 * the next sweep.
 */
const MAX_SWEEP_PAUSE_MS = 10_000;

/**
 * Sends committed events to the stream, each at least once, and moves them to `sent_events`. Several processes may run
 * it in parallel.
 */
export class OutboxRelay {
  private readonly wakeUp = new Signal();
  private readonly stream: StreamWatch;
  private nextCheckAt = 0;
  private nextPartitionCheckAt = 0;
  /** Where the next pass starts, to skip the dead index entries of sent rows, which stay until the next VACUUM. */
  private startId = FIRST_ID;
  /** Time of the next sweep: a pass that starts at the beginning of the queue. */
  private nextSweepAt = 0;
  private isStopping = false;
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
    this.wakeUp.wake();
  }

  /** Wakes the relay for rows of another program, which may have had a long transaction. */
  wakeForOthers(): void {
    this.nextSweepAt = 0;
    this.wake();
  }

  /** Compares the stream with its known state now, and starts a requested resend. */
  check(): void {
    this.nextCheckAt = 0;
    this.wake();
  }

  /** Sends the committed events if the server is available, and stops. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.wake();
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.isStopping) {
      const pause = await this.sendAndHandleErrors();
      if (!this.isStopping) await this.wakeUp.sleep(pause);
    }
    const deadline = Date.now() + FINAL_PASS_MS;
    this.nextSweepAt = 0;
    try {
      while (this.bus.connected && this.position.isConsistent && Date.now() < deadline && (await this.sendBatch()) > 0);
      if (this.bus.connected && this.position.isConsistent) await this.position.advance(true);
    } catch (error) {
      log.warn({ err: error }, 'Some events stay in the outbox until the next start');
    }
  }

  /** @returns milliseconds until the next pass without a wake-up */
  private async sendAndHandleErrors(): Promise<number> {
    try {
      if (this.bus.connected) await this.sendAll();
      return POLL_INTERVAL_MS;
    } catch (error) {
      // Logged by each check of the stream.
      if (error instanceof DatabaseIsBehind) return STREAM_CHECK_INTERVAL_MS;
      // An unconfirmed message may mean a lost stream, and a database error a missing partition.
      this.nextCheckAt = this.nextPartitionCheckAt = this.nextSweepAt = 0;
      if (this.bus.connected) log.warn({ err: error }, 'Events cannot be sent; they wait in the outbox');
      return RETRY_MS;
    }
  }

  private async sendAll(): Promise<void> {
    await this.createDayPartitions();
    const isResending = await this.checkStream();
    if (!this.position.isConsistent) return;
    while ((await this.sendBatch()) === BATCH_SIZE && !this.isStopping);
    await this.position.advance();
    if (isResending) this.check();
  }

  /** A failure does not matter before the last prepared day ends. */
  private async createDayPartitions(): Promise<void> {
    if (Date.now() < this.nextPartitionCheckAt) return;
    this.nextPartitionCheckAt = Date.now() + PARTITION_CHECK_INTERVAL_MS;
    await createDayPartitions(this.dataSource).catch((error: unknown) =>
      log.warn({ err: error }, 'Partitions of sent events could not be created'),
    );
  }

  /** @returns whether more lost events have to be resent */
  private async checkStream(): Promise<boolean> {
    if (Date.now() < this.nextCheckAt) return false;
    this.nextCheckAt = Date.now() + STREAM_CHECK_INTERVAL_MS;
    await this.stream.check();
    const isResending = (await this.stream.requeueLost()) > 0;
    if (isResending) this.nextSweepAt = 0;
    return isResending;
  }

  /**
   * Sends the next events in one transaction, which locks their rows against other relays.
   * @returns the number of sent events
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
      if (sent.length > 0) this.position.noteWork();
      for (const confirmation of confirmations) if (confirmation.status === 'rejected') throw confirmation.reason;
      return sent.length;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      throw error;
    } finally {
      await runner.release();
    }
  }

  private async lockNext(client: PoolClient): Promise<UnsentEvent[]> {
    const began = Date.now();
    const isSweep = began >= this.nextSweepAt;
    const rows = await lockUnsent(client, isSweep ? FIRST_ID : this.startId);
    const now = Date.now();
    if (isSweep)
      this.nextSweepAt =
        now + Math.min(MAX_SWEEP_PAUSE_MS, Math.max(POLL_INTERVAL_MS, SWEEP_PAUSE_FACTOR * (now - began)));
    this.startId = rows.length === BATCH_SIZE ? rows.at(-1)!.id : minIdAt(now - LOOK_BACK_MS);
    return rows;
  }
}

/**
 * Begins a transaction and locks unsent events (`FOR UPDATE SKIP LOCKED`). The database functions are in
 * `relay-functions.migration.ts`; several statements share a message, so that a pass takes two round trips. Ids are
 * UUIDs and need no quoting.
 */
async function lockUnsent(client: PoolClient, startId: string): Promise<UnsentEvent[]> {
  const results = (await client.query(
    `BEGIN; SELECT id, subject, event FROM relay_take('${startId}', ${BATCH_SIZE})`,
  )) as unknown as QueryResult<UnsentEvent>[];
  return results.at(-1)!.rows;
}

/** Moves events from the outbox to `sent_events`, with their positions in the stream. */
function moveSent(sent: readonly { id: string; sequence: number }[]): string {
  const ids = sent.map(({ id }) => id).join(',');
  const sequences = sent.map(({ sequence }) => sequence).join(',');
  return `SELECT relay_move('{${ids}}', '{${sequences}}')`;
}
