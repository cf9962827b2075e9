import { createIndex } from '@sprayhunt/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** For the awards that are due, and for the places of a player's released ones. */
export class FindWithheldAwards1765000400200 implements MigrationInterface {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await createIndex(runner, 'discoveries_award_due', 'ON discoveries (award_at) WHERE award_withheld IS NOT NULL');
    await createIndex(
      runner,
      'discoveries_award_at',
      'ON discoveries (player_id, award_at) WHERE award_at IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY discoveries_award_at');
    await runner.query('DROP INDEX CONCURRENTLY discoveries_award_due');
  }
}
