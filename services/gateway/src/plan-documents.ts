import { readFileSync, writeFileSync } from 'node:fs';
import { readPageDocuments } from './graphql/prepared-documents.js';
import { planShipped } from './rest/shipped-plans.js';

/** Writes the generated, committed plans of what we ship, after the supergraph and the page's documents. */
const folder = new URL('../src/graphql/', import.meta.url);
const plans = planShipped(
  readFileSync(new URL('supergraph.graphql', folder), 'utf8'),
  readPageDocuments(new URL('page-documents.json', folder)).values(),
);
writeFileSync(new URL('shipped-plans.json', folder), `${JSON.stringify(plans, null, 2)}\n`);
