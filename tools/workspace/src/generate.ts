import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { accessDoc } from './access/access-doc.js';
import { accessMatrix } from './access/access-matrix.js';
import { dashboardJson } from './dashboards/dashboard.js';
import { dashboards } from './dashboards/dashboards.js';
import { eventsDoc } from './events-doc.js';
import { listenersJson } from './listeners.js';
import { asvsDoc } from './security/asvs.js';

// `npm run generate`
const root = fileURLToPath(new URL('../../../', import.meta.url));
writeFileSync(`${root}docs/access.md`, accessDoc(accessMatrix()));
writeFileSync(`${root}docs/events.md`, eventsDoc(root));
writeFileSync(`${root}libs/contracts/listeners.json`, listenersJson(root));
writeFileSync(`${root}docs/security/asvs.md`, asvsDoc(root));
for (const one of dashboards)
  writeFileSync(`${root}observability/grafana/dashboards/${one.uid}.json`, dashboardJson(one));
