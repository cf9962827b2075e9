import type { Dashboard, Panel } from './dashboard.js';

/** Curves of the 50th, 95th and 99th percentile of a histogram. */
const percentiles = (title: string, histogram: string, filter: string, more: Partial<Panel> = {}): Panel => ({
  title,
  unit: 's',
  queries: Object.fromEntries(['0.5', '0.95', '0.99'].map((share) => [`${Number(share) * 100} %`, `histogram_quantile(${share}, sum by (le) (rate(${histogram}_bucket${filter}[$__rate_interval])))`])),
  ...more,
});

/** The time that three quarters of the page's loads keep, as the vitals are judged: web.dev/articles/vitals. */
const quarter = (vital: string) => `histogram_quantile(0.75, sum by (screen, device, le) (rate(page_vital_seconds_bucket{vital="${vital}"}[$__rate_interval])))`;

const requests: Dashboard = {
  uid: 'sprayhunt-requests',
  title: 'requests',
  panels: [
    { title: 'Responses without a server error, last hour', stat: true, unit: 'percentunit', queries: { available: '1 - objective:error_ratio:1h{objective="availability"}' } },
    { title: 'Nearby within 250 ms, last hour', stat: true, unit: 'percentunit', queries: { nearby: '1 - objective:error_ratio:1h{objective="nearby"}' } },
    { title: 'Awards within 5 s, last hour', stat: true, unit: 'percentunit', queries: { award: '1 - objective:error_ratio:1h{objective="award"}' } },
    { title: 'Live connections', stat: true, queries: { open: 'sum(live_connections)' } },
    { title: 'Burn of the budgets', description: 'At 1 a budget lasts a month; 14.4 over an hour pages the operator.', red: 14.4, queries: { '{{objective}}': 'objective:error_ratio:1h / on (objective) objective:budget' } },
    { title: 'Requests by route', unit: 'reqps', queries: { '{{method}} {{route}}': 'topk(10, sum by (method, route) (rate(http_request_duration_seconds_count{service="gateway"}[$__rate_interval])))' } },
    { title: 'Responses by status class', unit: 'reqps', queries: { '{{status}}': 'sum by (status) (rate(http_request_duration_seconds_count{service="gateway"}[$__rate_interval]))', 'GraphQL: {{code}}': 'sum by (code) (rate(graphql_failures_total[$__rate_interval]))' } },
    { title: 'Errors of ours by route', unit: 'reqps', queries: { '{{service}} {{method}} {{route}}': 'topk(10, sum by (service, method, route) (rate(http_request_duration_seconds_count{status="5xx"}[$__rate_interval])) > 0)' } },
    percentiles('Nearby', 'http_request_duration_seconds', '{service="gateway", route="/api/discoveries/nearby"}', { red: 0.25 }),
    { title: 'Slowest routes, 99 %', unit: 's', queries: { '{{method}} {{route}}': 'topk(10, histogram_quantile(0.99, sum by (method, route, le) (rate(http_request_duration_seconds_bucket{service="gateway"}[$__rate_interval]))))' } },
    { title: 'Services, 99 %', unit: 's', queries: { '{{service}}': 'histogram_quantile(0.99, sum by (service, le) (rate(http_request_duration_seconds_bucket{service!="gateway"}[$__rate_interval])))' } },
    { title: 'Processor', description: 'Cores in use.', queries: { '{{service}}': 'sum by (service) (rate(process_cpu_seconds_total[$__rate_interval]))' } },
    { title: 'Memory', unit: 'bytes', queries: { '{{service}} {{instance}}': 'process_resident_memory_bytes{job="sprayhunt"}' } },
    { title: 'Event loop, 99 %', unit: 's', red: 0.25, queries: { '{{service}} {{instance}}': 'nodejs_eventloop_lag_p99_seconds{job="sprayhunt"}' } },
  ],
};

const events: Dashboard = {
  uid: 'sprayhunt-events',
  title: 'events',
  panels: [
    { title: 'Dead letters', stat: true, red: 1, queries: { '{{service}}': 'max by (service) (dead_letters)' } },
    { title: 'Oldest event that is not sent', stat: true, unit: 's', red: 30, queries: { '{{service}}': 'max by (service) (outbox_age_seconds)' } },
    { title: 'Events not sent', queries: { '{{service}}': 'max by (service) (outbox_depth)' } },
    { title: 'Messages not applied', queries: { '{{service}} {{handler}}': 'max by (service, handler) (event_backlog) > 0' } },
    { title: 'Events applied', unit: 'ops', queries: { '{{service}} {{handler}}': 'sum by (service, handler) (rate(event_lag_seconds_count[$__rate_interval])) > 0' } },
    { title: 'From the change to its effect, 99 %', unit: 's', queries: { '{{service}} {{handler}}': 'histogram_quantile(0.99, sum by (service, handler, le) (rate(event_lag_seconds_bucket[$__rate_interval])))' } },
    percentiles('From a discovery to its booked award', 'event_lag_seconds', '{service="users", handler="book-award"}', { red: 5 }),
    { title: 'Failures and new dead letters', unit: 'ops', queries: { '{{handler}} failed': 'sum by (handler) (rate(event_failures_total[$__rate_interval]))', '{{handler}} dead': 'sum by (handler) (rate(dead_letters_total[$__rate_interval]))' } },
  ],
};

const jobs: Dashboard = {
  uid: 'sprayhunt-jobs',
  title: 'jobs',
  panels: [
    { title: 'Given up', stat: true, red: 1, queries: { '{{service}}': 'max by (service) (jobs_dead)' } },
    { title: 'Processes that take jobs', stat: true, queries: { '{{service}}': 'sum by (service) (job_workers)' } },
    { title: 'Waiting or running', queries: { '{{service}}': 'max by (service) (jobs)' } },
    { title: 'Longest wait', unit: 's', red: 300, queries: { '{{service}}': 'max by (service) (job_age_seconds)' } },
    { title: 'Waiting for the loops beside the queue', queries: { 'changes for the map': 'max(map_changes_waiting)', 'players for ranks': 'max(rank_changes_waiting)', 'endpoints of webhooks': 'max(webhook_endpoints_waiting)' } },
    { title: 'Runs', unit: 'ops', queries: { '{{service}} {{job}}': 'sum by (service, job) (rate(job_runs_total{outcome="done"}[$__rate_interval])) > 0' } },
    { title: 'Failed runs', unit: 'ops', queries: { '{{service}} {{job}}': 'sum by (service, job) (rate(job_runs_total{outcome="failed"}[$__rate_interval])) > 0' } },
    { title: 'Messages to players', unit: 'ops', queries: { '{{channel}} {{outcome}}': 'sum by (channel, outcome) (rate(messages_total[$__rate_interval]))', 'push {{outcome}}': 'sum by (outcome) (rate(push_messages_total[$__rate_interval]))' } },
    { title: 'Erasures that are not confirmed', queries: { '{{service}}': 'max by (service) (erasures_outstanding)', 'age in seconds': 'max(erasure_age_seconds)' } },
  ],
};

const ledger: Dashboard = {
  uid: 'sprayhunt-ledger',
  title: 'ledger',
  panels: [
    { title: 'Balances that differ from their transfers, last day', stat: true, red: 1, queries: { different: 'sum(increase(ledger_balances_checked_total{result="different"}[1d]))' } },
    { title: 'Balances compared, last day', stat: true, queries: { equal: 'sum(increase(ledger_balances_checked_total{result="equal"}[1d]))' } },
    { title: 'Spray Coins credited to players and debited from the mint', unit: 'ops', queries: { '{{reason}}': 'sum by (reason) (rate(ledger_tokens_credited_total[$__rate_interval]))' } },
    percentiles('From a discovery to its booked award', 'event_lag_seconds', '{service="users", handler="book-award"}', { red: 5 }),
  ],
};

const pictures: Dashboard = {
  uid: 'sprayhunt-pictures',
  title: 'pictures',
  panels: [
    { title: 'Free space', unit: 'percentunit', queries: { '{{folder}}': 'min by (folder) (media_disk_free_bytes / media_disk_bytes)' } },
    { title: 'Uploads by outcome', unit: 'ops', queries: { '{{outcome}}': 'sum by (outcome) (rate(media_uploads_total[$__rate_interval]))' } },
    percentiles('From a file to its picture', 'media_pipeline_seconds', '', { red: 5 }),
    { title: 'Unused objects removed', unit: 'ops', queries: { '{{kind}}': 'sum by (kind) (rate(media_swept_total[$__rate_interval]))' } },
    percentiles('Sending a picture', 'http_request_duration_seconds', '{service="media", route=~"/objects/.*"}'),
  ],
};

const payments: Dashboard = {
  uid: 'sprayhunt-payments',
  title: 'payments',
  panels: [
    { title: 'Differences from Stripe that were not repaired, last day', stat: true, red: 1, queries: { '{{code}}': 'sum by (code) (increase(payment_findings_total{code!~"EVENT_MISSED|EVENT_LEFT|ORDER_REPAIRED"}[1d])) > 0' } },
    { title: 'Sizes sold out', stat: true, red: 1, queries: { 'sold out': 'max(store_variants_sold_out)' } },
    { title: 'Orders by the state that they came to', unit: 'ops', queries: { '{{status}}': 'sum by (status) (rate(order_steps_total[$__rate_interval]))' } },
    { title: "Stripe's events", unit: 'ops', queries: { '{{outcome}}': 'sum by (outcome) (rate(payment_events_total[$__rate_interval]))', 'no valid signature': 'sum(rate(payment_events_refused_total[$__rate_interval]))' } },
    { title: 'Events not settled', queries: { events: 'max(payment_events_unsettled)', 'age in seconds': 'max(payment_events_unsettled_age_seconds)' } },
    { title: 'Findings of the comparison', queries: { '{{code}}': 'sum by (code) (increase(payment_findings_total[1h]))', 'memberships looked at': 'sum(increase(membership_reconciliations_total[1h]))' } },
    { title: 'Pieces reserved and not paid', queries: { pieces: 'max(store_pieces_reserved)' } },
  ],
};

const postgres: Dashboard = {
  uid: 'sprayhunt-postgres',
  title: 'Postgres',
  panels: [
    { title: 'Connections in use', stat: true, unit: 'percentunit', red: 0.85, queries: { used: 'max(postgres_connections) / max(postgres_connections_max)' } },
    { title: 'Size', stat: true, unit: 'bytes', queries: { size: 'max(postgres_database_bytes)' } },
    { title: 'Pools: busy connections', description: 'Of each process, with the most it opens.', queries: { '{{service}} {{instance}}': 'postgres_pool_connections{state="busy"}', 'most {{service}}': 'max by (service) (postgres_pool_connections_max)' } },
    { title: 'Pools: calls that wait', red: 1, queries: { '{{service}} {{instance}}': 'postgres_pool_connections{state="waiting"}' } },
    { title: 'Transactions', unit: 'ops', queries: { committed: 'max(rate(postgres_commits[$__rate_interval]))', 'rolled back': 'max(rate(postgres_rollbacks[$__rate_interval]))' } },
    { title: 'Blocks found in memory', unit: 'percentunit', queries: { hit: 'max(rate(postgres_blocks_hit[$__rate_interval])) / (max(rate(postgres_blocks_hit[$__rate_interval])) + max(rate(postgres_blocks_read[$__rate_interval])))' } },
    { title: 'Oldest transaction', unit: 's', red: 300, queries: { '{{service}}': 'max by (service) (postgres_transaction_age_seconds)' } },
    { title: 'Deadlocks', queries: { deadlocks: 'max(delta(postgres_deadlocks[1h]))' } },
  ],
};

const page: Dashboard = {
  uid: 'sprayhunt-page',
  title: 'page',
  panels: [
    { title: 'Largest part shown, 75 %', description: 'LCP; good up to 2.5 s, poor from 4 s.', unit: 's', red: 4, queries: { '{{screen}} {{device}}': quarter('LCP') } },
    { title: 'First part shown, 75 %', description: 'FCP; good up to 1.8 s.', unit: 's', red: 3, queries: { '{{screen}} {{device}}': quarter('FCP') } },
    { title: 'From an input to what it shows, 75 %', description: 'INP; good up to 200 ms.', unit: 's', red: 0.5, queries: { '{{screen}} {{device}}': quarter('INP') } },
    { title: 'First byte, 75 %', description: 'TTFB; good up to 0.8 s.', unit: 's', red: 1.8, queries: { '{{screen}} {{device}}': quarter('TTFB') } },
    { title: 'Layout shift, 75 %', description: 'CLS; good up to 0.1.', red: 0.25, queries: { '{{screen}} {{device}}': 'histogram_quantile(0.75, sum by (screen, device, le) (rate(page_layout_shift_bucket[$__rate_interval])))' } },
    { title: 'Errors of the page', unit: 'ops', red: 1, queries: { '{{screen}}': 'sum by (screen) (rate(page_errors_total[$__rate_interval]))' } },
    { title: 'Reports', description: 'Of a sample of loads (PAGE_REPORTS), and of loads with an error.', unit: 'ops', queries: { '{{screen}} {{device}}': 'sum by (screen, device) (rate(page_reports_total[$__rate_interval]))' } },
  ],
};

/** One file each, in `observability/grafana/dashboards`. */
export const dashboards: readonly Dashboard[] = [requests, events, jobs, ledger, pictures, payments, postgres, page];
