import { randomUUID } from 'node:crypto';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { InjectConfig, Jobs, log, SqlPool, type RepeatedJob } from '@sprayhunt/service-kit';
import type { DiscoveryConfig } from '../config.js';
import { formats, type OpenFormatName } from './formats.js';
import { openData, openRows, type OpenDataKind, type PlayersLicence } from './open-data-rows.js';

/** Size of a row of `open_data_parts`. */
export const PART_BYTES = 1_048_576;
/** Older files are generated again. */
const MAX_FILE_AGE_HOURS = 23.5;

/** Runs every ten minutes, so that a new installation soon has files. */
const makeOpenData: RepeatedJob = { name: 'make-open-data', every: 600, lockSeconds: 4 * 3_600 };

const FILES = (['works', 'walls'] as const).flatMap((kind) =>
  (['geojson', 'csv'] as const).map((format) => ({ kind, format, name: `${kind}.${format}.gz` })),
);
type File = (typeof FILES)[number];

/** Files that are missing, a day old, or empty (for example before the first import). */
const SELECT_DUE = {
  name: 'open-data-due',
  text: `SELECT given.name FROM unnest($1::text[]) AS given (name) WHERE NOT EXISTS (SELECT FROM open_data_files made
    WHERE made.name = given.name AND rows > 0 AND made_at > now() - make_interval(mins => $2))`,
};
const INSERT_PART = {
  name: 'open-data-part',
  text: `INSERT INTO open_data_parts (run, part, bytes) VALUES ($1, $2, $3)`,
};
const PUBLISH_FILE = {
  name: 'open-data-offer',
  text: `INSERT INTO open_data_files (name, run, made_at, rows, bytes) VALUES ($1, $2, now(), $3, $4)
    ON CONFLICT (name) DO UPDATE SET run = excluded.run, made_at = excluded.made_at, rows = excluded.rows,
      bytes = excluded.bytes`,
};
/**
 * Deletes parts of interrupted runs, and of files that were replaced an hour ago, so that running downloads can finish.
 */
const DELETE_OLD_PARTS = {
  name: 'open-data-clear',
  text: `DELETE FROM open_data_parts WHERE run NOT IN (SELECT run FROM open_data_files)
    AND NOT EXISTS (SELECT FROM open_data_files WHERE rows > 0 AND made_at > now() - interval '1 hour')`,
};

/** Generates the files of open data each night, in one process at a time, as a job. */
@Injectable()
export class OpenDataMaker {
  private readonly players: PlayersLicence;

  constructor(
    private readonly pool: SqlPool,
    @InjectConfig() config: DiscoveryConfig,
    jobs: Jobs,
  ) {
    this.players = {
      licence: config.OPEN_DATA_LICENCE === 'none' ? null : config.OPEN_DATA_LICENCE,
      attribution: config.OPEN_DATA_ATTRIBUTION,
    };
    jobs.repeat(makeOpenData, (signal) => this.generateDue(signal));
  }

  async generateDue(signal: AbortSignal): Promise<void> {
    await this.pool.query(DELETE_OLD_PARTS);
    const { rows } = await this.pool.query<{ name: string }>({
      ...SELECT_DUE,
      values: [FILES.map(({ name }) => name), MAX_FILE_AGE_HOURS * 60],
    });
    const due = new Set(rows.map(({ name }) => name));
    for (const file of FILES) if (due.has(file.name) && !signal.aborted) await this.generate(file, signal);
  }

  /** @throws the reason of `signal`; the former file then stays */
  async generate({ kind, format, name }: File, signal: AbortSignal): Promise<void> {
    const run = randomUUID();
    const written = { rows: 0, bytes: 0 };
    await pipeline(Readable.from(this.text(kind, format, written)), createGzip(), this.parts(run, written), { signal });
    await this.pool.query({ ...PUBLISH_FILE, values: [name, run, written.rows, written.bytes] });
    log.info({ file: name, ...written }, 'A file of open data was generated');
  }

  private async *text(kind: OpenDataKind, format: OpenFormatName, written: { rows: number }): AsyncGenerator<string> {
    const { columns } = openData[kind];
    const { head, page, tail } = formats[format];
    yield head(columns);
    for await (const rows of openRows(this.pool, kind, this.players)) {
      yield page(rows, columns, written.rows === 0);
      written.rows += rows.length;
    }
    yield tail;
  }

  /** A stream that stores its content in parts of equal size. */
  private parts(run: string, written: { bytes: number }): Writable {
    let [part, kept]: [number, Buffer[]] = [0, []];
    let length = 0;
    const store = async (all: boolean) => {
      const bytes = Buffer.concat(kept);
      let from = 0;
      for (; bytes.length - from >= PART_BYTES || (all && from < bytes.length); from += PART_BYTES)
        await this.pool.query({ ...INSERT_PART, values: [run, part++, bytes.subarray(from, from + PART_BYTES)] });
      kept = from < bytes.length ? [bytes.subarray(from)] : [];
      length = Math.max(0, bytes.length - from);
    };
    const done = (stored: Promise<void>, callback: (error?: Error | null) => void) =>
      void stored.then(() => callback(), callback);
    return new Writable({
      write: (chunk: Buffer, _encoding, callback) => {
        kept.push(chunk);
        length += chunk.length;
        written.bytes += chunk.length;
        if (length < PART_BYTES) callback();
        else done(store(false), callback);
      },
      final: (callback) => done(store(true), callback),
    });
  }
}
