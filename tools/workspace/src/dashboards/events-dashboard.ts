import type { Dashboard } from './dashboard.js';
import { percentiles } from './percentiles.js';

export const events: Dashboard = {
  uid: 'sprayhunt-events',
  title: 'events',
  panels: [
    { title: 'Dead letters', stat: true, red: 1, queries: { '{{service}}': 'max by (service) (dead_letters)' } },
    {
      title: 'Oldest event that is not sent',
      stat: true,
      unit: 's',
      red: 30,
      queries: { '{{service}}': 'max by (service) (outbox_age_seconds)' },
    },
    { title: 'Events not sent', queries: { '{{service}}': 'max by (service) (outbox_depth)' } },
    {
      title: 'Messages not applied',
      queries: { '{{service}} {{handler}}': 'max by (service, handler) (event_backlog) > 0' },
    },
    {
      title: 'Events applied',
      unit: 'ops',
      queries: {
        '{{service}} {{handler}}': 'sum by (service, handler) (rate(event_lag_seconds_count[$__rate_interval])) > 0',
      },
    },
    {
      title: 'From the change to its effect, 99 %',
      unit: 's',
      queries: {
        '{{service}} {{handler}}':
          'histogram_quantile(0.99, sum by (service, handler, le) (rate(event_lag_seconds_bucket[$__rate_interval])))',
      },
    },
    percentiles(
      'From a discovery to its booked award',
      'event_lag_seconds',
      '{service="users", handler="book-award"}',
      { red: 5 },
    ),
    {
      title: 'Failures and new dead letters',
      unit: 'ops',
      queries: {
        '{{handler}} failed': 'sum by (handler) (rate(event_failures_total[$__rate_interval]))',
        '{{handler}} dead': 'sum by (handler) (rate(dead_letters_total[$__rate_interval]))',
      },
    },
  ],
};
