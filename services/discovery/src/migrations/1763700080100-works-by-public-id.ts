import { CREATE_PUBLIC_ID } from '@sprayhunt/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Works are found by their player's public id. It differs from the internal one for older accounts only, so no new work
 * is in this index.
 */
export class WorksByPublicId1763700080100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CREATE_PUBLIC_ID);
    await runner.query(
      `CREATE INDEX discoveries_public_player ON discoveries (public_id(player_id), id)
        WHERE public_id(player_id) <> player_id`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX discoveries_public_player`);
    await runner.query(`DROP FUNCTION public_id(uuid)`);
  }
}
