import { Injectable } from '@nestjs/common';
import { fillSearchWords, Jobs, type RepeatedJob, type SearchTable } from '@sprayhunt/service-kit';
import { DataSource } from 'typeorm';

/** Products are searched by name, brand, category and description. */
export const SEARCHED_PRODUCTS: SearchTable = {
  name: 'products',
  columns: ['name', 'brand', 'category', 'description'],
  configuration: `'pg_catalog.simple'::regconfig`,
};

const indexProducts: RepeatedJob = { name: 'fill-search-words-of-products', every: 60, lockSeconds: 300 };

/** Makes products searchable that were written without their search words. */
@Injectable()
export class ProductSearch {
  constructor(dataSource: DataSource, jobs: Jobs) {
    jobs.repeat(indexProducts, (signal) => fillSearchWords(dataSource.manager, SEARCHED_PRODUCTS, signal));
  }
}
