import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { eventsDoc } from './events-doc.js';

// `npm run generate`
const root = fileURLToPath(new URL('../../../', import.meta.url));
writeFileSync(new URL('../../../docs/events.md', import.meta.url), eventsDoc(root));
