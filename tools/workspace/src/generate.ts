import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dashboardJson } from './dashboards/dashboard.js';
import { dashboards } from './dashboards/dashboards.js';
import { eventsDoc } from './events-doc.js';
import { listenersJson } from './listeners.js';

// `npm run generate`
const root = fileURLToPath(new URL('../../../', import.meta.url));
writeFileSync(`${root}docs/events.md`, eventsDoc(root));
writeFileSync(`${root}libs/contracts/listeners.json`, listenersJson(root));
for (const one of dashboards) writeFileSync(`${root}observability/grafana/dashboards/${one.uid}.json`, dashboardJson(one));
