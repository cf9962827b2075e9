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
  help: 'Failures of a handler to apply a single event',
  labelNames: ['handler'],
});

export const deadLettersTotal = new Counter({
  name: 'dead_letters_total',
  help: 'Events stored as dead letters',
  labelNames: ['handler'],
});

interface Listener {
  handler: { name: string };
  /** Number of messages that are not applied yet. */
  backlog(): Promise<number>;
}

const watchedListeners = new Set<Listener>();
new Gauge({
  name: 'event_backlog',
  help: 'Messages that a handler has not applied yet, including those that it has received',
  labelNames: ['handler'],
  async collect() {
    // While NATS is down the gauges keep their last values.
    await Promise.all(
      [...watchedListeners].map((listener) =>
        listener.backlog().then(
          (messages) => this.set({ handler: listener.handler.name }, messages),
          () => undefined,
        ),
      ),
    );
  },
});

/** Fills the gauge for these listeners until the returned function is called. */
export function startListenerGauges(listeners: readonly Listener[]): () => void {
  for (const listener of listeners) watchedListeners.add(listener);
  return () => {
    for (const listener of listeners) watchedListeners.delete(listener);
  };
}

/** Limits the cost of counting, which each request for metrics repeats. */
const MAX_COUNT = 100_000;

interface Backlog {
  waiting: number;
  oldest: string | null;
  dead: number;
}

const startGauges = tableGauges<Backlog>({
  outbox_depth: {
    help: `Unsent events, at most ${MAX_COUNT}`,
    value: (backlogs) => sum(backlogs.map(({ waiting }) => waiting)),
  },
  outbox_age_seconds: {
    help: 'Age of the oldest unsent event',
    value: (backlogs) =>
      Math.max(0, ...backlogs.map(({ oldest }) => (oldest ? (Date.now() - timeOfId(oldest)) / 1_000 : 0))),
  },
  dead_letters: {
    help: `Dead letters that were not replayed yet, at most ${MAX_COUNT}`,
    value: (backlogs) => sum(backlogs.map(({ dead }) => dead)),
  },
});

/** Fills the gauges from this database until the returned function is called. */
export const startBacklogGauges = (dataSource: DataSource): (() => void) =>
  startGauges(() =>
    dataSource.query<Backlog[]>(
      `SELECT (SELECT count(*)::int FROM (SELECT FROM outbox LIMIT ${MAX_COUNT}) AS counted) AS waiting,
              (SELECT id FROM outbox ORDER BY id LIMIT 1) AS oldest,
              (SELECT count(*)::int FROM (SELECT FROM dead_letters WHERE replayed_at IS NULL
                LIMIT ${MAX_COUNT}) AS counted) AS dead`,
    ),
  );

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);
