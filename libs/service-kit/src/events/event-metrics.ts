import { Counter, Gauge, Histogram } from 'prom-client';
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

interface Listener {
  handler: { name: string };
  /** Events that are not applied yet. */
  backlog(): Promise<number>;
}

const listening = new Set<Listener>();
new Gauge({
  name: 'event_backlog',
  help: 'Messages that a handler has not applied yet, those included that it has just received',
  labelNames: ['handler'],
  async collect() {
    // While NATS is down the gauges keep their last values.
    await Promise.all(
      [...listening].map((listener) =>
        listener.backlog().then(
          (messages) => this.set({ handler: listener.handler.name }, messages),
          () => undefined,
        ),
      ),
    );
  },
});

/** Sets the gauge of these handlers until the returned function is called. */
export function watchListeners(listeners: readonly Listener[]): () => void {
  for (const one of listeners) listening.add(one);
  return () => {
    for (const one of listeners) listening.delete(one);
  };
}

/** Counting goes no further, because it is repeated with each reading of the metrics. */
const COUNTED = 100_000;

interface Backlog {
  waiting: number;
  oldest: string | null;
  dead: number;
}

const watch = tableGauges<Backlog>({
  outbox_depth: {
    help: `Events that are not sent yet, at most ${COUNTED}`,
    value: (all) => sum(all.map(({ waiting }) => waiting)),
  },
  outbox_age_seconds: {
    help: 'Age of the oldest event that is not sent yet',
    value: (all) => Math.max(0, ...all.map(({ oldest }) => (oldest ? (Date.now() - timeOfId(oldest)) / 1_000 : 0))),
  },
  dead_letters: {
    help: `Events that wait for a replay, at most ${COUNTED}`,
    value: (all) => sum(all.map(({ dead }) => dead)),
  },
});

/** Sets the gauges from this database's tables until the returned function is called. */
export const watchBacklog = (dataSource: DataSource): (() => void) =>
  watch(() =>
    dataSource.query<Backlog[]>(
      `SELECT (SELECT count(*)::int FROM (SELECT FROM outbox LIMIT ${COUNTED}) AS counted) AS waiting,
              (SELECT id FROM outbox ORDER BY id LIMIT 1) AS oldest,
              (SELECT count(*)::int FROM (SELECT FROM dead_letters WHERE replayed_at IS NULL LIMIT ${COUNTED}) AS counted) AS dead`,
    ),
  );

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);
