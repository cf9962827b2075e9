import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findListeners } from './listeners.js';

// `npm run generate`
const root = fileURLToPath(new URL('../../../', import.meta.url));
const entries = findListeners(root).map(({ service, handler, event: { subject } }) => ({ service, handler, subject }));
const key = ({ service, handler = '', subject }: (typeof entries)[number]): string => `${service} ${subject} ${handler}`;
entries.sort((one, other) => (key(one) < key(other) ? -1 : 1));
writeFileSync(new URL('../listeners.json', import.meta.url), `${JSON.stringify(entries, null, 2)}\n`);
