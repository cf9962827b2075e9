import { addSearchWords, dropSearchWords } from '@sprayhunt/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { SEARCHED_PRODUCTS } from '../catalogue/product-search.js';

export class AddSearchWordsToProducts1765000200400 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addSearchWords(runner, SEARCHED_PRODUCTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropSearchWords(runner, SEARCHED_PRODUCTS);
  }
}
