import type { Dashboard } from './dashboard.js';
import { percentiles } from './percentiles.js';

export const requests: Dashboard = {
  uid: 'sprayhunt-requests',
  title: 'requests',
  panels: [
    {
      title: 'Responses without a server error, last hour',
      stat: true,
      unit: 'percentunit',
      queries: { available: '1 - objective:error_ratio:1h{objective="availability"}' },
    },
    {
      title: 'Nearby within 250 ms, last hour',
      stat: true,
      unit: 'percentunit',
      queries: { nearby: '1 - objective:error_ratio:1h{objective="nearby"}' },
    },
    {
      title: 'Awards within 5 s, last hour',
      stat: true,
      unit: 'percentunit',
      queries: { award: '1 - objective:error_ratio:1h{objective="award"}' },
    },
    { title: 'Live connections', stat: true, queries: { open: 'sum(live_connections)' } },
    {
      title: 'Burn of the budgets',
      description: 'At 1 a budget lasts a month; 14.4 over an hour pages the operator.',
      red: 14.4,
      queries: { '{{objective}}': 'objective:error_ratio:1h / on (objective) objective:budget' },
    },
    {
      title: 'Requests by route',
      unit: 'reqps',
      queries: {
        '{{method}} {{route}}':
          'topk(10, sum by (method, route) ' +
          '(rate(http_request_duration_seconds_count{service="gateway"}[$__rate_interval])))',
      },
    },
    {
      title: 'Responses by status class',
      unit: 'reqps',
      queries: {
        '{{status}}':
          'sum by (status) (rate(http_request_duration_seconds_count{service="gateway"}[$__rate_interval]))',
        'GraphQL: {{code}}': 'sum by (code) (rate(graphql_failures_total[$__rate_interval]))',
      },
    },
    {
      title: 'Errors of ours by route',
      unit: 'reqps',
      queries: {
        '{{service}} {{method}} {{route}}':
          'topk(10, sum by (service, method, route) ' +
          '(rate(http_request_duration_seconds_count{status="5xx"}[$__rate_interval])) > 0)',
      },
    },
    percentiles('Nearby', 'http_request_duration_seconds', '{service="gateway", route="/api/discoveries/nearby"}', {
      red: 0.25,
    }),
    {
      title: 'Slowest routes, 99 %',
      unit: 's',
      queries: {
        '{{method}} {{route}}':
          'topk(10, histogram_quantile(0.99, sum by (method, route, le) ' +
          '(rate(http_request_duration_seconds_bucket{service="gateway"}[$__rate_interval]))))',
      },
    },
    {
      title: 'Services, 99 %',
      unit: 's',
      queries: {
        '{{service}}':
          'histogram_quantile(0.99, sum by (service, le) ' +
          '(rate(http_request_duration_seconds_bucket{service!="gateway"}[$__rate_interval])))',
      },
    },
    {
      title: 'Processor',
      description: 'Cores in use.',
      queries: { '{{service}}': 'sum by (service) (rate(process_cpu_seconds_total[$__rate_interval]))' },
    },
    {
      title: 'Memory',
      unit: 'bytes',
      queries: { '{{service}} {{instance}}': 'process_resident_memory_bytes{job="sprayhunt"}' },
    },
    {
      title: 'Event loop, 99 %',
      unit: 's',
      red: 0.25,
      queries: { '{{service}} {{instance}}': 'nodejs_eventloop_lag_p99_seconds{job="sprayhunt"}' },
    },
  ],
};
