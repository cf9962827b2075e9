import { PermissionViolationError } from '@nats-io/transport-node';
import type { DataSource } from 'typeorm';
import { log } from '../logging/log.js';
import type { Bus } from './bus.js';

/** Interval of the updates while there is work: a restore that loses less than this is not detected. */
const UPDATE_INTERVAL_MS = 2_000;

/** SQLSTATEs of a missing count, if an older `npm run database -- provision` did not create or grant it. */
const MISSING_COUNT_STATES = new Set(['3F000', '42P01', '42883', '42501']);

/** The stream has events about rows that are not in this database. */
export class DatabaseIsBehind extends Error {
  constructor(stream: string, published: number, own: number) {
    super(
      `The database is older than the stream "${stream}": it was restored to position ${own}, and the stream ` +
        `contains events up to position ${published}. ` +
        'Events are neither sent nor applied until the stream is removed or NATS starts empty: ' +
        'docs/operations/restore.md. They wait in the outbox; nothing is lost.',
    );
  }
}

/**
 * Detects a database that is older than the stream. A count in the database grows while services work, and they publish
 * it to the stream. After a restore to an earlier time the stream has a higher count than the database: it contains
 * events about rows that do not exist, and its consumers have acknowledged events whose effects are lost. Until an
 * operator fixes this, nothing is sent or applied.
 *
 * All services of a database share the count, so that a service that was idle in the lost period detects the restore,
 * too.
 */
export class DatabasePosition {
  private readonly watchers = new Set<() => void>();
  private consistent = false;
  private hasWork = false;
  private nextUpdateAt = 0;
  /** Id of the database, which a restore keeps. */
  private id?: string;
  private hasWarned = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly bus: Bus,
  ) {}

  /** Whether stream and database have been compared and match. */
  get isConsistent(): boolean {
    return this.consistent;
  }

  /** Calls `watcher` whenever `isConsistent` changes. */
  onChange(watcher: () => void): void {
    this.watchers.add(watcher);
  }

  /** Called when something was sent or applied. */
  noteWork(): void {
    this.hasWork = true;
  }

  /**
   * @param isDirect whether the last message on a subject of the stream can be read
   * @throws DatabaseIsBehind after logging it
   */
  async compare(isDirect: boolean): Promise<void> {
    if (!isDirect)
      this.warn(`let the last message on a subject be read (nats stream edit ${this.bus.stream} --allow-direct)`);
    else this.id ??= (await this.query<{ id: string }>(`SELECT id FROM shared.position`))[0]?.id;
    const published = Number((this.id && (await this.lastPublished(this.id))) ?? 0);
    // Read after the stream, because a count is published only after its commit.
    const [own] = published > 0 ? await this.query<{ position: string }>(`SELECT position FROM shared.position`) : [];
    const isBehind = published > Number(own?.position ?? 0);
    this.setConsistent(!isBehind);
    if (!isBehind) return;
    const error = new DatabaseIsBehind(this.bus.stream, published, Number(own?.position ?? 0));
    log.error(error.message);
    throw error;
  }

  /**
   * Increments the count if there was work, unless another program has just done so.
   * @param isForced increments it in any case
   */
  async advance(isForced = false): Promise<void> {
    if (!this.hasWork || (!isForced && Date.now() < this.nextUpdateAt)) return;
    this.nextUpdateAt = Date.now() + UPDATE_INTERVAL_MS;
    const [moved] = await this.query<{ id: string; position: string }>(
      `SELECT id, position FROM shared.move_position($1)`,
      [`${isForced ? 0 : UPDATE_INTERVAL_MS} milliseconds`],
    );
    if (!moved) return;
    this.hasWork = false;
    try {
      await this.bus.publish([
        { id: `${moved.id}:${moved.position}`, subject: subjectOf(moved.id), payload: moved.position },
      ]);
    } catch (error) {
      this.hasWork = true;
      throw error;
    }
  }

  private setConsistent(agreed: boolean): void {
    if (this.consistent === agreed) return;
    this.consistent = agreed;
    for (const watcher of this.watchers) watcher();
  }

  private async lastPublished(id: string): Promise<string | undefined> {
    try {
      return await this.bus.lastMessageText(subjectOf(id));
    } catch (error) {
      if (!(error instanceof PermissionViolationError)) throw error;
      this.warn('give the users of NATS their new rights (npm run nats-authorization)');
      return undefined;
    }
  }

  private warn(problem: string): void {
    if (!this.hasWarned) log.warn(`A restored database that is older than the stream cannot be detected: ${problem}`);
    this.hasWarned = true;
  }

  private async query<Row>(sql: string, values: unknown[] = []): Promise<Row[]> {
    try {
      return await this.dataSource.query<Row[]>(sql, values);
    } catch (error) {
      if (!MISSING_COUNT_STATES.has(String((error as { code?: string }).code))) throw error;
      this.warn('run npm run database -- provision');
      return [];
    }
  }
}

const subjectOf = (id: string): string => `services.position.${id}`;
