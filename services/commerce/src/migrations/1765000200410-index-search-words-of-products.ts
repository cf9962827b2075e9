import { indexSearchWords } from '@sprayhunt/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { SEARCHED_PRODUCTS } from '../catalogue/product-search.js';

/** Written without a long lock, so that buyers read meanwhile. */
export class IndexSearchWordsOfProducts1765000200410 implements MigrationInterface {
  transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await indexSearchWords(runner, SEARCHED_PRODUCTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY products_search_words');
    await runner.query('DROP INDEX CONCURRENTLY products_without_words');
  }
}
