import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Outbox and inbox tables, the same in every service's schema. */
export class Events1760000000000 implements MigrationInterface {
  name = 'Events1760000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE outbox (
        id uuid NOT NULL CONSTRAINT outbox_pkey PRIMARY KEY,
        subject text NOT NULL,
        event json NOT NULL,
        sent_at timestamptz
      )`);
    await runner.query(`CREATE INDEX outbox_unsent ON outbox (id) WHERE sent_at IS NULL`);
    await runner.query(`
      CREATE TABLE inbox (
        handler text NOT NULL,
        event_id uuid NOT NULL,
        handled_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT inbox_pkey PRIMARY KEY (handler, event_id)
      )`);
    await runner.query(`
      CREATE TABLE dead_letters (
        handler text NOT NULL,
        event_id uuid NOT NULL,
        subject text NOT NULL,
        payload text NOT NULL,
        error text NOT NULL,
        deliveries integer NOT NULL,
        failed_at timestamptz NOT NULL DEFAULT now(),
        replay_requested_at timestamptz,
        replayed_at timestamptz,
        CONSTRAINT dead_letters_pkey PRIMARY KEY (handler, event_id)
      )`);
    await runner.query(`
      CREATE TABLE known_streams (
        stream text NOT NULL CONSTRAINT known_streams_pkey PRIMARY KEY,
        created text NOT NULL,
        last_sequence bigint NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE known_streams, dead_letters, inbox, outbox`);
  }
}
