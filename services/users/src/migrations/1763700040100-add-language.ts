import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The language that players are written to in. Accounts from before were written to in English. */
export class AddLanguage1763700040100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE accounts ADD COLUMN language text NOT NULL DEFAULT 'en',
         ADD CONSTRAINT accounts_language CHECK (language IN ('en', 'fr', 'es', 'de'))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE accounts DROP COLUMN language`);
  }
}
