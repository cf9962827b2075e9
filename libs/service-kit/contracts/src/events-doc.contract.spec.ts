import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { eventsDoc } from './events-doc.js';
import { contracts } from './index.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));

describe('docs/events.md', () => {
  it('is what the contracts and the services say now (npm run generate writes it)', () => {
    expect(readFileSync(`${root}docs/events.md`, 'utf8')).toBe(eventsDoc(root));
  });

  it('names every contract and the handler that books discoveries', () => {
    const doc = eventsDoc(root);
    for (const event of contracts) expect(doc).toContain(`\n## ${event.name} v${event.version}\n`);
    expect(doc).toContain('- users: `book-award` (');
  });
});
