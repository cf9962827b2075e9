import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { sizingPage } from './sizing-page.js';

it('the tables of sizing.md are those of `npm run load -- sizing`', () => {
  const page = readFileSync(new URL('../../../docs/operations/sizing.md', import.meta.url), 'utf8');
  for (const table of sizingPage().split('\n\n')) expect(page).toContain(table);
});
