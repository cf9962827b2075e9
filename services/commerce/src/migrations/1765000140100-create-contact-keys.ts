import { dropErasedGuard, keepErasedOut } from '@sprayhunt/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keyed hashes of players' confirmed contacts. */
export class CreateContactKeys1765000140100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE contact_keys (
        account_id uuid NOT NULL,
        kind text NOT NULL CHECK (kind IN ('phone', 'email')),
        keys text[] NOT NULL CHECK (cardinality(keys) BETWEEN 1 AND 10),
        as_of timestamptz NOT NULL,
        PRIMARY KEY (account_id, kind)
      )`);
    await runner.query(keepErasedOut('contact_keys', 'NEW.account_id'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropErasedGuard('contact_keys'));
    await runner.query(`DROP TABLE contact_keys`);
  }
}
