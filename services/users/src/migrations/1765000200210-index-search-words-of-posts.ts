import { indexSearchWords } from '@sprayhunt/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { SEARCHED_POSTS } from '../forum/post-search.js';

/** Written without a long lock, so that players read and write meanwhile. */
export class IndexSearchWordsOfPosts1765000200210 implements MigrationInterface {
  transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await indexSearchWords(runner, SEARCHED_POSTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY posts_search_words');
    await runner.query('DROP INDEX CONCURRENTLY posts_without_words');
  }
}
