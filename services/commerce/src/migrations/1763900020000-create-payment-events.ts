import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreatePaymentEvents1763900020000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE payment_events (
        id uuid PRIMARY KEY,
        stripe_id text NOT NULL CHECK (length(stripe_id) <= 255),
        type text NOT NULL CHECK (length(type) <= 120),
        object_kind text NOT NULL CHECK (length(object_kind) <= 60),
        object_id text NOT NULL CHECK (length(object_id) <= 255),
        received_at timestamptz(3) NOT NULL DEFAULT now(),
        settled_at timestamptz(3)
      )`);
    await runner.query(`CREATE UNIQUE INDEX payment_events_of_stripe ON payment_events (stripe_id)`);
    await runner.query(`CREATE INDEX payment_events_open ON payment_events (object_id, id) WHERE settled_at IS NULL`);
    await runner.query(`CREATE INDEX payment_events_by_time ON payment_events (received_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE payment_events`);
  }
}
