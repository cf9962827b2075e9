import type { Dashboard } from './dashboard.js';

export const postgres: Dashboard = {
  uid: 'sprayhunt-postgres',
  title: 'Postgres',
  panels: [
    {
      title: 'Connections in use',
      stat: true,
      unit: 'percentunit',
      red: 0.85,
      queries: { used: 'max(postgres_connections) / max(postgres_connections_max)' },
    },
    { title: 'Size', stat: true, unit: 'bytes', queries: { size: 'max(postgres_database_bytes)' } },
    {
      title: 'Pools: busy connections',
      description: 'Of each process, with the most it opens.',
      queries: {
        '{{service}} {{instance}}': 'postgres_pool_connections{state="busy"}',
        'most {{service}}': 'max by (service) (postgres_pool_connections_max)',
      },
    },
    {
      title: 'Pools: calls that wait',
      red: 1,
      queries: { '{{service}} {{instance}}': 'postgres_pool_connections{state="waiting"}' },
    },
    {
      title: 'Transactions',
      unit: 'ops',
      queries: {
        committed: 'max(rate(postgres_commits[$__rate_interval]))',
        'rolled back': 'max(rate(postgres_rollbacks[$__rate_interval]))',
      },
    },
    {
      title: 'Blocks found in memory',
      unit: 'percentunit',
      queries: {
        hit:
          'max(rate(postgres_blocks_hit[$__rate_interval])) / (max(rate(postgres_blocks_hit[$__rate_interval])) + ' +
          'max(rate(postgres_blocks_read[$__rate_interval])))',
      },
    },
    {
      title: 'Oldest transaction',
      unit: 's',
      red: 300,
      queries: { '{{service}}': 'max by (service) (postgres_transaction_age_seconds)' },
    },
    { title: 'Deadlocks', queries: { deadlocks: 'max(delta(postgres_deadlocks[1h]))' } },
  ],
};
