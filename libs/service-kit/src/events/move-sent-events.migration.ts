import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The outbox becomes a queue of unsent events only; sent ones move to `sent_events`, partitioned by day.
 * Events sent by earlier versions stay in place, as the oldest partition of the new table.
 */
export class MoveSentEvents1760000100100 implements MigrationInterface {
  name = 'MoveSentEvents1760000100100';

  async up(runner: QueryRunner): Promise<void> {
    // Thirty days of events take longer than the statement timeout.
    await runner.query(`SET LOCAL statement_timeout = 0`);
    await runner.query(`ALTER TABLE outbox RENAME TO sent_events_earlier`);
    await runner.query(`ALTER TABLE sent_events_earlier DROP CONSTRAINT outbox_pkey`);
    await runner.query(`
      CREATE TABLE outbox (
        id uuid NOT NULL CONSTRAINT outbox_pkey PRIMARY KEY,
        subject text NOT NULL,
        event json NOT NULL
      ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0,
              autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 10000)`);
    await runner.query(`INSERT INTO outbox SELECT id, subject, event FROM sent_events_earlier WHERE sent_at IS NULL`);
    await runner.query(`DELETE FROM sent_events_earlier WHERE sent_at IS NULL`);
    await runner.query(`DROP INDEX outbox_unsent`);
    await runner.query(`
      CREATE TABLE sent_events (
        id uuid NOT NULL,
        subject text NOT NULL,
        event json NOT NULL,
        sent_at timestamptz NOT NULL,
        sequence bigint NOT NULL,
        CONSTRAINT sent_events_pkey PRIMARY KEY (sent_at, id)
      ) PARTITION BY RANGE (sent_at)`);
    await this.keepEarlier(runner);
    await runner.query(`
      ALTER TABLE known_streams
        ADD COLUMN checked_at timestamptz NOT NULL DEFAULT now(),
        ADD COLUMN valid_since timestamptz NOT NULL DEFAULT now(),
        ADD COLUMN resend_from timestamptz,
        ADD COLUMN resend_until timestamptz`);
    // It was not recorded when the stream was last seen intact.
    await runner.query(`UPDATE known_streams SET checked_at = now() - interval '30 days'`);
  }

  private async keepEarlier(runner: QueryRunner): Promise<void> {
    const [{ end }] = (await runner.query(
      `SELECT (date_trunc('day', greatest(max(sent_at), now()) AT TIME ZONE 'UTC') + interval '1 day')::text AS end,
        count(*) FROM sent_events_earlier HAVING count(*) > 0
       UNION ALL SELECT NULL, 0 LIMIT 1`,
    )) as [{ end: string | null }];
    if (end === null) return void (await runner.query(`DROP TABLE sent_events_earlier`));
    // Stream sequences were not stored then; null is never the highest.
    await runner.query(
      `ALTER TABLE sent_events_earlier ALTER COLUMN sent_at SET NOT NULL,
        ADD COLUMN sequence bigint NOT NULL DEFAULT 0`,
    );
    await runner.query(
      `ALTER TABLE sent_events ATTACH PARTITION sent_events_earlier FOR VALUES FROM (MINVALUE) TO ('${end}+00')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`SET LOCAL statement_timeout = 0`);
    await runner.query(
      `ALTER TABLE known_streams DROP COLUMN checked_at, DROP COLUMN valid_since, DROP COLUMN resend_from,
        DROP COLUMN resend_until`,
    );
    await runner.query(`ALTER TABLE outbox ADD COLUMN sent_at timestamptz`);
    await runner.query(`INSERT INTO outbox SELECT id, subject, event, sent_at FROM sent_events ON CONFLICT DO NOTHING`);
    await runner.query(`CREATE INDEX outbox_unsent ON outbox (id) WHERE sent_at IS NULL`);
    await runner.query(`DROP TABLE sent_events`);
  }
}
