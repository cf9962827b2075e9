import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Failures of events in handlers, which are not the deliveries that NATS counts. */
export class CountEventFailures1765000303000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE event_failures (
        handler text NOT NULL,
        event_id uuid NOT NULL,
        failures integer NOT NULL,
        failed_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT event_failures_pkey PRIMARY KEY (handler, event_id)
      );
      CREATE INDEX event_failures_age ON event_failures (failed_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE event_failures`);
  }
}
