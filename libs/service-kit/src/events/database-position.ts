import { PermissionViolationError } from '@nats-io/transport-node';
import type { DataSource } from 'typeorm';
import { log } from '../logging/log.js';
import type { Bus } from './bus.js';

/** Less often than that, while there is work: what a restore loses of the last moment before it is not noticed. */
const MOVED_EVERY_MS = 2_000;

/** SQLSTATE of what an older `npm run database -- provision` did not make or open. */
const NOT_THERE = new Set(['3F000', '42P01', '42883', '42501']);

/** The stream speaks of works, bookings and so on that are not in this database. */
export class DatabaseIsBehind extends Error {
  constructor(stream: string, told: number, own: number) {
    super(
      `The database is older than the stream "${stream}": it was restored to position ${own}, and the stream was filled up to position ${told} of it. ` +
        'Events are neither sent nor applied until the stream is removed or NATS starts empty: docs/operations/restore.md. They wait in the outbox, and nothing is lost.',
    );
  }
}

/**
 * A count of the database that goes up while programs work, and that they tell the stream. After a restore to an earlier
 * moment the stream knows a higher count than the database: its events tell of what is not there, and its consumers have
 * passed events whose effects are gone. Until that is mended, nothing is sent and nothing is applied.
 *
 * All services of a database share the count, so that one that did nothing in the lost time notices as well.
 */
export class DatabasePosition {
  private readonly watchers = new Set<() => void>();
  private hasAgreed = false;
  private hasWorked = false;
  private moveDue = 0;
  /** Of the database, which a restored one keeps. */
  private id?: string;
  private hasWarned = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly bus: Bus,
  ) {}

  /** Whether the stream was found to speak of this database. */
  get agrees(): boolean {
    return this.hasAgreed;
  }

  /** Calls `watcher` whenever that changes. */
  onChange(watcher: () => void): void {
    this.watchers.add(watcher);
  }

  /** Something was sent or applied. */
  worked(): void {
    this.hasWorked = true;
  }

  /**
   * @param isDirect whether the stream lets its last message on a subject be read
   * @throws DatabaseIsBehind after logging it
   */
  async compare(isDirect: boolean): Promise<void> {
    if (!isDirect) this.warn(`let the last message on a subject be read (nats stream edit ${this.bus.stream} --allow-direct)`);
    else this.id ??= (await this.ask<{ id: string }>(`SELECT id FROM shared.position`))[0]?.id;
    const told = Number((this.id && (await this.told(this.id))) ?? 0);
    // Read after the stream, which is told of nothing before it is committed.
    const [own] = told > 0 ? await this.ask<{ position: string }>(`SELECT position FROM shared.position`) : [];
    const isBehind = told > Number(own?.position ?? 0);
    this.setAgreed(!isBehind);
    if (!isBehind) return;
    const error = new DatabaseIsBehind(this.bus.stream, told, Number(own?.position ?? 0));
    log.error(error.message);
    throw error;
  }

  /**
   * Moves the count on if there was work, and if no program of the database has done so just now.
   * @param atOnce even if one has
   */
  async advance(atOnce = false): Promise<void> {
    if (!this.hasWorked || (!atOnce && Date.now() < this.moveDue)) return;
    this.moveDue = Date.now() + MOVED_EVERY_MS;
    const [moved] = await this.ask<{ id: string; position: string }>(`SELECT id, position FROM shared.move_position($1)`, [`${atOnce ? 0 : MOVED_EVERY_MS} milliseconds`]);
    if (!moved) return;
    this.hasWorked = false;
    try {
      await this.bus.publish([{ id: `${moved.id}:${moved.position}`, subject: `${this.bus.stream}.${subjectOf(moved.id)}`, payload: moved.position }]);
    } catch (error) {
      this.hasWorked = true;
      throw error;
    }
  }

  private setAgreed(agreed: boolean): void {
    if (this.hasAgreed === agreed) return;
    this.hasAgreed = agreed;
    for (const watcher of this.watchers) watcher();
  }

  private async told(id: string): Promise<string | undefined> {
    try {
      return await this.bus.lastOn(subjectOf(id));
    } catch (error) {
      if (!(error instanceof PermissionViolationError)) throw error;
      this.warn('give the users of NATS their new rights (npm run nats-authorization)');
      return undefined;
    }
  }

  private warn(what: string): void {
    if (!this.hasWarned) log.warn(`A restored database that is older than the stream would not be noticed: ${what}`);
    this.hasWarned = true;
  }

  private async ask<Row>(sql: string, values: unknown[] = []): Promise<Row[]> {
    try {
      return await this.dataSource.query<Row[]>(sql, values);
    } catch (error) {
      if (!NOT_THERE.has(String((error as { code?: string }).code))) throw error;
      this.warn('run npm run database -- provision');
      return [];
    }
  }
}

const subjectOf = (id: string): string => `services.position.${id}`;
