import { Injectable } from '@nestjs/common';
import { fillSearchWords, Jobs, type Language, type RepeatedJob, type SearchTable } from '@sprayhunt/service-kit';
import { DataSource } from 'typeorm';

/** Text search configuration of each language. */
export const STEMMING: Record<Language, string> = { en: 'english', fr: 'french', es: 'spanish', de: 'german' };

/** SQL of the stemming of a language. @param language an SQL expression */
export const stemmingOf = (language: string): string => {
  const cases = Object.entries(STEMMING).map(([code, name]) => `WHEN '${code}' THEN 'pg_catalog.${name}'::regconfig`);
  return `CASE ${language} ${cases.join(' ')} END`;
};

/** Posts are searched by title and content, in the stemming of their language. */
export const SEARCHED_POSTS: SearchTable = {
  name: 'posts',
  columns: ['title', 'content'],
  configuration: stemmingOf('one.language'),
};

const indexPosts: RepeatedJob = { name: 'fill-search-words-of-posts', every: 60, lockSeconds: 300 };

/** Fills in the search words of posts that were written without them. */
@Injectable()
export class PostSearch {
  constructor(dataSource: DataSource, jobs: Jobs) {
    jobs.repeat(indexPosts, (signal) => fillSearchWords(dataSource.manager, SEARCHED_POSTS, signal));
  }
}
