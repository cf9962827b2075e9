import { CREATE_PUBLIC_ID } from '@sprayhunt/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Galleries are found by their owner's public id. */
export class PublicIds1763600040120 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CREATE_PUBLIC_ID);
    await runner.query(`CREATE INDEX art_items_public_gallery ON art_items (public_id(owner_id), position, id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX art_items_public_gallery`);
    await runner.query(`DROP FUNCTION public_id(uuid)`);
  }
}
