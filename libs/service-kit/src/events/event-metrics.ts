import { Counter, Histogram } from 'prom-client';
import type { DataSource } from 'typeorm';
import { tableGauges } from '../health/table-gauges.js';
import { timeOfId } from './event-time.js';

export const eventLag = new Histogram({
  name: 'event_lag_seconds',
  help: 'Time from publishing an event to the commit of the transaction that applied it',
  labelNames: ['handler'],
  buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 300],
});

export const eventFailures = new Counter({
  name: 'event_failures_total',
  help: 'Times that a handler threw on a single event',
  labelNames: ['handler'],
});

export const deadLettersTotal = new Counter({
  name: 'dead_letters_total',
  help: 'Events stored as dead letters',
  labelNames: ['handler'],
});

interface Backlog {
  waiting: number;
  oldest: string | null;
  dead: number;
}

const watch = tableGauges<Backlog>({
  outbox_depth: { help: 'Events that are not sent yet', value: (all) => sum(all.map(({ waiting }) => waiting)) },
  outbox_age_seconds: {
    help: 'Age of the oldest event that is not sent yet',
    value: (all) => Math.max(0, ...all.map(({ oldest }) => (oldest ? (Date.now() - timeOfId(oldest)) / 1_000 : 0))),
  },
  dead_letters: { help: 'Events that wait for a replay', value: (all) => sum(all.map(({ dead }) => dead)) },
});

/** Sets the gauges from this database's tables until the returned function is called. */
export const watchBacklog = (dataSource: DataSource): (() => void) =>
  watch(() =>
    dataSource.query<Backlog[]>(
      `SELECT (SELECT count(*)::int FROM outbox) AS waiting,
              (SELECT id FROM outbox ORDER BY id LIMIT 1) AS oldest,
              (SELECT count(*)::int FROM dead_letters WHERE replayed_at IS NULL) AS dead`,
    ),
  );

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);
