import { PermissionViolationError } from '@nats-io/transport-node';
import type { DataSource } from 'typeorm';
import { log } from '../logging/log.js';
import type { Bus } from './bus.js';

/** Longest time between two updates while there is work: a restore that loses less than that is not noticed. */
const MOVED_EVERY_MS = 2_000;

/** SQLSTATEs of a count that an older `npm run database -- provision` did not create or grant. */
const NOT_THERE = new Set(['3F000', '42P01', '42883', '42501']);

/** The stream has events about works, bookings and so on that are not in this database. */
export class DatabaseIsBehind extends Error {
  constructor(stream: string, published: number, own: number) {
    super(
      `The database is older than the stream "${stream}": it was restored to position ${own}, and the stream was filled up to position ${published} of it. ` +
        'Events are neither sent nor applied until the stream is removed or NATS starts empty: docs/operations/restore.md. They wait in the outbox, and nothing is lost.',
    );
  }
}

/**
 * A count in the database that grows while services work, and that they publish to the stream. After a restore to an
 * earlier time the stream has a higher count than the database: it has events about rows that do not exist, and its
 * consumers have acknowledged events whose effects are lost. Until an operator fixes that, nothing is sent or applied.
 *
 * All services of a database share the count, so that a service that did nothing in the lost period notices as well.
 */
export class DatabasePosition {
  private readonly watchers = new Set<() => void>();
  private hasAgreed = false;
  private hasWorked = false;
  private moveDue = 0;
  /** Id of the database; a restored one has the same. */
  private id?: string;
  private hasWarned = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly bus: Bus,
  ) {}

  /** Whether the stream was found to belong to this database. */
  get agrees(): boolean {
    return this.hasAgreed;
  }

  /** Calls `watcher` whenever that changes. */
  onChange(watcher: () => void): void {
    this.watchers.add(watcher);
  }

  /** To be called when something was sent or applied. */
  worked(): void {
    this.hasWorked = true;
  }

  /**
   * @param isDirect whether the stream lets its last message on a subject be read
   * @throws DatabaseIsBehind after logging it
   */
  async compare(isDirect: boolean): Promise<void> {
    if (!isDirect)
      this.warn(`let the last message on a subject be read (nats stream edit ${this.bus.stream} --allow-direct)`);
    else this.id ??= (await this.query<{ id: string }>(`SELECT id FROM shared.position`))[0]?.id;
    const published = Number((this.id && (await this.lastPublished(this.id))) ?? 0);
    // Read after the stream: a count is published only after its commit.
    const [own] = published > 0 ? await this.query<{ position: string }>(`SELECT position FROM shared.position`) : [];
    const isBehind = published > Number(own?.position ?? 0);
    this.setAgreed(!isBehind);
    if (!isBehind) return;
    const error = new DatabaseIsBehind(this.bus.stream, published, Number(own?.position ?? 0));
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
    const [moved] = await this.query<{ id: string; position: string }>(
      `SELECT id, position FROM shared.move_position($1)`,
      [`${atOnce ? 0 : MOVED_EVERY_MS} milliseconds`],
    );
    if (!moved) return;
    this.hasWorked = false;
    try {
      await this.bus.publish([
        { id: `${moved.id}:${moved.position}`, subject: subjectOf(moved.id), payload: moved.position },
      ]);
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

  private async lastPublished(id: string): Promise<string | undefined> {
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

  private async query<Row>(sql: string, values: unknown[] = []): Promise<Row[]> {
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
