import type { MigrationInterface, QueryRunner } from 'typeorm';

/** By which unpaid orders count together; closed orders have neither. */
export class LimitReservations1765000200100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE orders ADD COLUMN contact_hash bytea, ADD COLUMN address_hash bytea`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE orders DROP COLUMN contact_hash, DROP COLUMN address_hash`);
  }
}
