import { addSearchWords, dropSearchWords } from '@sprayhunt/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { SEARCHED_POSTS } from '../forum/post-search.js';

export class AddSearchWordsToPosts1765000200200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addSearchWords(runner, SEARCHED_POSTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropSearchWords(runner, SEARCHED_POSTS);
  }
}
