import type { Dashboard } from './dashboard.js';

export const payments: Dashboard = {
  uid: 'sprayhunt-payments',
  title: 'payments',
  panels: [
    {
      title: 'Differences from Stripe that were not repaired, last day',
      stat: true,
      red: 1,
      queries: {
        '{{code}}':
          'sum by (code) (increase(payment_findings_total{code!~"EVENT_MISSED|EVENT_LEFT|ORDER_REPAIRED"}[1d])) > 0',
      },
    },
    { title: 'Sizes sold out', stat: true, red: 1, queries: { 'sold out': 'max(store_variants_sold_out)' } },
    {
      title: 'Status changes of orders',
      unit: 'ops',
      queries: { '{{status}}': 'sum by (status) (rate(order_steps_total[$__rate_interval]))' },
    },
    {
      title: "Stripe's events",
      unit: 'ops',
      queries: {
        '{{outcome}}': 'sum by (outcome) (rate(payment_events_total[$__rate_interval]))',
        'no valid signature': 'sum(rate(payment_events_refused_total[$__rate_interval]))',
      },
    },
    {
      title: 'Events not settled',
      queries: {
        events: 'max(payment_events_unsettled)',
        'age in seconds': 'max(payment_events_unsettled_age_seconds)',
      },
    },
    {
      title: 'Findings of the comparison',
      queries: {
        '{{code}}': 'sum by (code) (increase(payment_findings_total[1h]))',
        'memberships checked': 'sum(increase(membership_reconciliations_total[1h]))',
      },
    },
    { title: 'Pieces reserved and not paid', queries: { pieces: 'max(store_pieces_reserved)' } },
  ],
};
