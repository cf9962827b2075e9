import { Counter, Gauge } from 'prom-client';
import type { DataSource } from 'typeorm';
import { tableGauges } from '../health/table-gauges.js';

export const jobRuns = new Counter({
  name: 'job_runs_total',
  help: 'Runs of jobs, by job and how they ended',
  labelNames: ['job', 'outcome'],
});

export const workersRunning = new Gauge({
  name: 'job_workers',
  help: 'Whether this process takes jobs: 1, or 0 where its worker has stopped',
});

interface Depth {
  waiting: number;
  /** Seconds. */
  age: number;
  dead: number;
}

const startGauges = tableGauges<Depth>({
  jobs: { help: 'Jobs that wait or run', value: (depths) => sum(depths.map(({ waiting }) => waiting)) },
  job_age_seconds: {
    help: 'How long the job that waits longest could have run already',
    value: (depths) => Math.max(0, ...depths.map(({ age }) => age)),
  },
  jobs_dead: {
    help: 'Jobs that were given up and wait for a replay',
    value: (depths) => sum(depths.map(({ dead }) => dead)),
  },
});

/** Sets the gauges from this database's queue until the returned function is called. */
export const startJobGauges = (dataSource: DataSource, schema: string): (() => void) =>
  startGauges(() =>
    dataSource.query<Depth[]>(
      `SELECT count(*) FILTER (WHERE attempts < max_attempts OR locked_at IS NOT NULL)::int AS waiting,
              coalesce(extract(epoch FROM now() - min(run_at)
                FILTER (WHERE attempts < max_attempts AND locked_at IS NULL AND run_at < now())), 0)::float AS age,
              count(*) FILTER (WHERE attempts >= max_attempts AND locked_at IS NULL)::int AS dead
         FROM ${schema}.jobs`,
    ),
  );

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);
