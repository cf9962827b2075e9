import type { Dashboard } from './dashboard.js';
import { percentiles } from './percentiles.js';

export const ledger: Dashboard = {
  uid: 'sprayhunt-ledger',
  title: 'ledger',
  panels: [
    {
      title: 'Balances that differ from their transfers, last day',
      stat: true,
      red: 1,
      queries: { different: 'sum(increase(ledger_balances_checked_total{result="different"}[1d]))' },
    },
    {
      title: 'Balances compared, last day',
      stat: true,
      queries: { equal: 'sum(increase(ledger_balances_checked_total{result="equal"}[1d]))' },
    },
    {
      title: 'Spray Coins credited to players and debited from the mint',
      unit: 'ops',
      queries: { '{{reason}}': 'sum by (reason) (rate(ledger_tokens_credited_total[$__rate_interval]))' },
    },
    percentiles(
      'From a discovery to its booked award',
      'event_lag_seconds',
      '{service="users", handler="book-award"}',
      { red: 5 },
    ),
  ],
};
