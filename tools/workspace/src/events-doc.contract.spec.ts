import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { contracts } from '@sprayhunt/contracts';
import { describe, expect, it } from '@jest/globals';
import { eventsDoc } from './events-doc.js';
import { listenersJson } from './listeners.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));

describe('docs/events.md', () => {
  it('is up to date with the contracts and the services (npm run generate writes it)', () => {
    expect(readFileSync(`${root}docs/events.md`, 'utf8')).toBe(eventsDoc(root));
  });

  it('names every contract and the handler that books discoveries', () => {
    const doc = eventsDoc(root);
    for (const event of contracts) expect(doc).toContain(`\n## ${event.name} v${event.version}\n`);
    expect(doc).toContain('- users: `book-award` (');
  });
});

describe('listeners.json', () => {
  it('is up to date with the services (npm run generate writes it)', () => {
    expect(readFileSync(`${root}libs/contracts/listeners.json`, 'utf8')).toBe(listenersJson(root));
  });
});
