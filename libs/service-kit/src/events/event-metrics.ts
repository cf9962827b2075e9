import { Counter, Gauge, Histogram } from 'prom-client';
import type { DataSource } from 'typeorm';
import { timeOfId } from './event-time.js';

export const eventLag = new Histogram({
  name: 'event_lag_seconds',
  help: 'Time from the statement of an event to the commit of the transaction that applied it',
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
  help: 'Events that were given up',
  labelNames: ['handler'],
});

interface Backlog {
  waiting: number;
  oldest: string | null;
  dead: number;
}

const watched = new Set<DataSource>();

/** Reads the depth of the tables when the metrics are asked for, and not otherwise. */
async function readBacklogs(): Promise<Backlog[]> {
  const rows = await Promise.all(
    [...watched].map((dataSource) =>
      dataSource
        .query<Backlog[]>(
          `SELECT (SELECT count(*)::int FROM outbox) AS waiting,
                  (SELECT id FROM outbox ORDER BY id LIMIT 1) AS oldest,
                  (SELECT count(*)::int FROM dead_letters WHERE replayed_at IS NULL) AS dead`,
        )
        // Metrics answer while the database is away; the gauges keep their last values.
        .catch(() => []),
    ),
  );
  return rows.flat();
}

/** The gauges are asked side by side; one reading serves them all. */
let reading: Promise<Backlog[]> | undefined;
function backlogs(): Promise<Backlog[]> {
  reading ??= readBacklogs().finally(() => setImmediate(() => (reading = undefined)));
  return reading;
}

function gauge(name: string, help: string, valueOf: (backlogs: Backlog[]) => number): void {
  new Gauge({
    name,
    help,
    async collect() {
      const all = await backlogs();
      if (all.length > 0) this.set(valueOf(all));
    },
  });
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);

gauge('outbox_depth', 'Events that are not sent yet', (all) => sum(all.map(({ waiting }) => waiting)));
gauge('outbox_age_seconds', 'Age of the oldest event that is not sent yet', (all) =>
  Math.max(0, ...all.map(({ oldest }) => (oldest ? (Date.now() - timeOfId(oldest)) / 1_000 : 0))),
);
gauge('dead_letters', 'Events that wait for a replay', (all) => sum(all.map(({ dead }) => dead)));

/** Counts the tables of this database in the gauges until the returned function is called. */
export function watchBacklog(dataSource: DataSource): () => void {
  watched.add(dataSource);
  return () => void watched.delete(dataSource);
}
