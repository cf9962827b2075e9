import { Injectable } from '@nestjs/common';
import { fillSearchWords, Jobs, type RepeatedJob, type SearchTable } from '@sprayhunt/service-kit';
import { DataSource } from 'typeorm';

/** Walls are searched by name, place and address. */
export const SEARCHED_WALLS: SearchTable = {
  name: 'legal_walls',
  columns: ['name', 'city', 'country', 'address'],
  configuration: `'pg_catalog.simple'::regconfig`,
};

const fillWallSearch: RepeatedJob = { name: 'fill-search-words-of-walls', every: 60, lockSeconds: 300 };

/** Fills in the search words of walls that were written without them. */
@Injectable()
export class WallSearch {
  constructor(dataSource: DataSource, jobs: Jobs) {
    jobs.repeat(fillWallSearch, (signal) => fillSearchWords(dataSource.manager, SEARCHED_WALLS, signal));
  }
}
