import { Injectable } from '@nestjs/common';
import { fillSearchWords, Jobs, type RepeatedJob, type SearchTable } from '@sprayhunt/service-kit';
import { DataSource } from 'typeorm';

/** Products are searched by name, brand, category and description. */
export const SEARCHED_PRODUCTS: SearchTable = {
  name: 'products',
  columns: ['name', 'brand', 'category', 'description'],
  configuration: `'pg_catalog.simple'::regconfig`,
};

const fillProductSearch: RepeatedJob = { name: 'fill-search-words-of-products', every: 60, lockSeconds: 300 };

/** Fills in the search words of products that were written without them. */
@Injectable()
export class ProductSearch {
  constructor(dataSource: DataSource, jobs: Jobs) {
    jobs.repeat(fillProductSearch, (signal) => fillSearchWords(dataSource.manager, SEARCHED_PRODUCTS, signal));
  }
}
