import { indexSearchWords } from '@sprayhunt/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { SEARCHED_WALLS } from '../walls/wall-search.js';

/** Written without a long lock, so that players read and write meanwhile. */
export class IndexSearchWordsOfWalls1765000200310 implements MigrationInterface {
  transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await indexSearchWords(runner, SEARCHED_WALLS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY legal_walls_search_words');
    await runner.query('DROP INDEX CONCURRENTLY legal_walls_without_words');
  }
}
