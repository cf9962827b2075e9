import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreatePaymentReconciliation1763900022000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE payment_reconciliation (
        id smallint PRIMARY KEY CHECK (id = 1),
        compared_to timestamptz(0),
        newest timestamptz(0),
        oldest_seen text,
        started_at timestamptz,
        ended_at timestamptz,
        report jsonb
      )`);
    await runner.query(`INSERT INTO payment_reconciliation (id) VALUES (1)`);
    await runner.query(`ALTER TABLE orders ADD COLUMN compared_at timestamptz(3)`);
    await runner.query(`CREATE INDEX orders_compared ON orders (compared_at NULLS FIRST, id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE orders DROP COLUMN compared_at`);
    await runner.query(`DROP TABLE payment_reconciliation`);
  }
}
