import type { Dashboard } from './dashboard.js';
import { events } from './events-dashboard.js';
import { jobs } from './jobs-dashboard.js';
import { ledger } from './ledger-dashboard.js';
import { page } from './page-dashboard.js';
import { payments } from './payments-dashboard.js';
import { pictures } from './pictures-dashboard.js';
import { postgres } from './postgres-dashboard.js';
import { requests } from './requests-dashboard.js';

export const dashboards: readonly Dashboard[] = [requests, events, jobs, ledger, pictures, payments, postgres, page];
