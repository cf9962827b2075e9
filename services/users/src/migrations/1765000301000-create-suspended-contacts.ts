import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Hashes of contacts whose accounts were erased during a suspension. */
export class CreateSuspendedContacts1765000301000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE suspended_contacts (
        contact_hash bytea CONSTRAINT suspended_contacts_pkey PRIMARY KEY,
        ends_at timestamptz NOT NULL
      );
      CREATE INDEX suspended_contacts_end ON suspended_contacts (ends_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE suspended_contacts`);
  }
}
