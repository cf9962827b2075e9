import type { Dashboard } from './dashboard.js';

export const jobs: Dashboard = {
  uid: 'sprayhunt-jobs',
  title: 'jobs',
  panels: [
    { title: 'Given up', stat: true, red: 1, queries: { '{{service}}': 'max by (service) (jobs_dead)' } },
    { title: 'Processes that take jobs', stat: true, queries: { '{{service}}': 'sum by (service) (job_workers)' } },
    { title: 'Waiting or running', queries: { '{{service}}': 'max by (service) (jobs)' } },
    { title: 'Longest wait', unit: 's', red: 300, queries: { '{{service}}': 'max by (service) (job_age_seconds)' } },
    {
      title: 'Waiting for the loops beside the queue',
      queries: {
        'changes for the map': 'max(map_changes_waiting)',
        'players for ranks': 'max(rank_changes_waiting)',
        'endpoints of webhooks': 'max(webhook_endpoints_waiting)',
      },
    },
    {
      title: 'Runs',
      unit: 'ops',
      queries: {
        '{{service}} {{job}}': 'sum by (service, job) (rate(job_runs_total{outcome="done"}[$__rate_interval])) > 0',
      },
    },
    {
      title: 'Failed runs',
      unit: 'ops',
      queries: {
        '{{service}} {{job}}': 'sum by (service, job) (rate(job_runs_total{outcome="failed"}[$__rate_interval])) > 0',
      },
    },
    {
      title: 'Messages to players',
      unit: 'ops',
      queries: {
        '{{channel}} {{outcome}}': 'sum by (channel, outcome) (rate(messages_total[$__rate_interval]))',
        'push {{outcome}}': 'sum by (outcome) (rate(push_messages_total[$__rate_interval]))',
      },
    },
    {
      title: 'Erasures that are not confirmed',
      queries: {
        '{{service}}': 'max by (service) (erasures_outstanding)',
        'age in seconds': 'max(erasure_age_seconds)',
      },
    },
  ],
};
