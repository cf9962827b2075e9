import { CREATE_PUBLIC_ID } from '@sprayhunt/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts are found by their public id. */
export class PublicIds1763600040120 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CREATE_PUBLIC_ID);
    await runner.query(`CREATE UNIQUE INDEX accounts_public_id ON accounts (public_id(id))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX accounts_public_id`);
    await runner.query(`DROP FUNCTION public_id(uuid)`);
  }
}
