import type { MigrationInterface, QueryRunner } from 'typeorm';
import { INBOX } from './day-partitions.js';

/**
 * The inbox becomes partitioned by days, with what it contains as its oldest partition: one scan, during which
 * events wait.
 */
export class InboxByDays1764000100100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE inbox RENAME TO inbox_earlier`);
    await runner.query(`ALTER TABLE inbox_earlier RENAME CONSTRAINT inbox_pkey TO inbox_earlier_pkey`);
    await runner.query(`
      CREATE TABLE inbox (
        handler text NOT NULL,
        event_id uuid NOT NULL,
        handled_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT inbox_pkey PRIMARY KEY (handler, event_id)
      ) PARTITION BY RANGE (event_id)`);
    await runner.query(`CREATE TABLE inbox_default PARTITION OF inbox DEFAULT`);
    await runner.query(`CREATE INDEX inbox_default_handled_at ON inbox_default (handled_at)`);
    const [{ tomorrow, used }] = (await runner.query(
      `SELECT (extract(epoch FROM date_trunc('day', now() AT TIME ZONE 'UTC') + interval '1 day') * 1000)::float AS
        tomorrow, EXISTS (SELECT FROM inbox_earlier) AS used`,
    )) as [{ tomorrow: number; used: boolean }];
    if (!used) return void (await runner.query(`DROP TABLE inbox_earlier`));
    const end = INBOX.boundAt(tomorrow);
    await runner.query(
      `WITH others AS (DELETE FROM inbox_earlier WHERE event_id >= '${end}' RETURNING *) INSERT INTO inbox SELECT *
        FROM others`,
    );
    await runner.query(`CREATE INDEX ON inbox_earlier USING brin (handled_at) WITH (autosummarize = on)`);
    await runner.query(`ALTER TABLE inbox ATTACH PARTITION inbox_earlier FOR VALUES FROM (MINVALUE) TO ('${end}')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE inbox RENAME TO inbox_days`);
    await runner.query(`ALTER TABLE inbox_days RENAME CONSTRAINT inbox_pkey TO inbox_days_pkey`);
    await runner.query(`
      CREATE TABLE inbox (
        handler text NOT NULL,
        event_id uuid NOT NULL,
        handled_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT inbox_pkey PRIMARY KEY (handler, event_id)
      )`);
    await runner.query(`INSERT INTO inbox SELECT * FROM inbox_days`);
    await runner.query(`DROP TABLE inbox_days`);
  }
}
