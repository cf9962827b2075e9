import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

const LOOKUPS = 2_000;
const BATCH = 250_000;

/** Tables of a running product that are filled with many rows, timed, and cleared by their services. */
export class FilledTables {
  constructor(
    readonly client: pg.Client,
    readonly rows: number,
    readonly print: (line: string) => void,
  ) {}

  /** Inserts by an SQL text over `n`, the numbers of rows, in batches. */
  async fill(
    table: string,
    select: string,
    rows = this.rows,
    first = 1,
  ): Promise<{ insertsPerSecond: number; bytesPerRow: number }> {
    this.print(`  ${table}: ${rows} rows`);
    const before = await this.size(table);
    const began = performance.now();
    const last = first + rows - 1;
    for (let from = first; from <= last; from += BATCH)
      await this.client.query(
        `INSERT INTO ${table} ${select.replace(
          '$ROWS',
          `generate_series(${from}, ` + `${Math.min(last, from + BATCH - 1)}) AS n`,
        )}`,
      );
    const seconds = (performance.now() - began) / 1_000;
    const bytesPerRow = Math.round(((await this.size(table)) - before) / rows);
    await this.client.query(`ANALYZE ${table}`);
    await this.client.query('CHECKPOINT');
    return { insertsPerSecond: Math.round(rows / seconds), bytesPerRow };
  }

  /**
   * As `fill`, for tables with keys in no order: their indexes are made after the rows, and the rate is that of rows
   * added to all others.
   */
  async fillUnordered(table: string, select: string): Promise<{ insertsPerSecond: number; bytesPerRow: number }> {
    const { client, rows } = this;
    // Of other tables those that refer to this one, which need its key; in this order they can be dropped, and in the
    // other one added.
    const { rows: keys } = await client.query<{ name: string; owner: string; definition: string }>(
      `SELECT conname AS name, conrelid::regclass::text AS owner, pg_get_constraintdef(oid) AS definition
         FROM pg_constraint WHERE (conrelid = $1::regclass AND contype = 'p')
           OR (confrelid = $1::regclass AND contype = 'f') ORDER BY contype`,
      [table],
    );
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
        WHERE indrelid = $1::regclass AND NOT indisprimary`,
      [table],
    );
    for (const { owner, name } of keys) await client.query(`ALTER TABLE ${owner} DROP CONSTRAINT ${name}`);
    for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
    await client.query(`SET session_replication_role = replica; SET maintenance_work_mem = '512MB'`);
    await this.fill(table, select, rows - BATCH);
    for (const { owner, name, definition } of keys.reverse())
      await client.query(`ALTER TABLE ${owner} ADD CONSTRAINT ${name} ${definition}`);
    for (const { definition } of indexes) await client.query(definition);
    await client.query(`RESET session_replication_role`);
    const { insertsPerSecond } = await this.fill(table, select, BATCH, rows - BATCH + 1);
    return { insertsPerSecond, bytesPerRow: Math.round((await this.size(table)) / rows) };
  }

  /** Milliseconds of a statement, many times over. */
  async times(
    statement: () => { text: string; values?: unknown[]; name?: string },
    count = LOOKUPS,
  ): Promise<{ p50Ms: number; p99Ms: number }> {
    return this.timesOf(count, () => this.client.query(statement()));
  }

  async timesOf(count: number, work: () => Promise<unknown>): Promise<{ p50Ms: number; p99Ms: number }> {
    const times: number[] = [];
    for (let i = 0; i < count; i++) {
      const began = performance.now();
      await work();
      times.push(performance.now() - began);
    }
    times.sort((a, b) => a - b);
    const at = (part: number) => Math.round(times[Math.floor(times.length * part)]! * 100) / 100;
    return { p50Ms: at(0.5), p99Ms: at(0.99) };
  }

  /** Runs repeated work of a service now. */
  async runSoon(service: string, job: string): Promise<void> {
    await this.client.query(
      `SELECT FROM ${service}_jobs.add_job($1, queue_name => $1, job_key => $1, run_at => now())`,
      [job],
    );
  }

  /** Has a service's repeated work run until `left` returns no rows. @returns rows a second */
  async clear(service: string, job: string, countLeft: string, rows: number): Promise<number> {
    await this.runSoon(service, job);
    const began = performance.now();
    for (let lastPrintedAt = 0; (await this.client.query(countLeft)).rowCount; lastPrintedAt++) {
      await sleep(250);
      // The round that ran when this one was requested comes first.
      if (lastPrintedAt % 40 === 39) await this.runSoon(service, job).catch(() => undefined);
    }
    return Math.round(rows / ((performance.now() - began) / 1_000));
  }

  async size(table: string): Promise<number> {
    const { rows } = await this.client.query<{ size: number }>(
      `SELECT sum(pg_total_relation_size(oid))::float AS size FROM (SELECT $1::regclass::oid AS oid UNION ALL
        SELECT inhrelid FROM pg_inherits WHERE inhparent = $1::regclass) AS parts`,
      [table],
    );
    return rows[0]!.size;
  }
}
