import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { SqlPool } from '@sprayhunt/service-kit';
import { Gauge } from 'prom-client';

interface Outstanding {
  service: string;
  count: number;
  /** Seconds. */
  age: number;
}

const watchedReaders = new Set<ErasureMetrics>();

const age = new Gauge({
  name: 'erasure_age_seconds',
  help: 'Age of the oldest erasure that a service has not confirmed yet',
});
new Gauge({
  name: 'erasures_outstanding',
  help: 'Erasures of accounts that a service has not confirmed yet, by service',
  labelNames: ['service'],
  async collect() {
    // Metrics work while the database is down; the gauges keep their last values.
    const rows = await Promise.all([...watchedReaders].map((metrics) => metrics.outstanding())).catch(() => undefined);
    if (!rows) return;
    this.reset();
    for (const { service, count } of rows.flat()) this.inc({ service }, count);
    age.set(Math.max(0, ...rows.flat().map((row) => row.age)));
  },
});

/** Gauges of unconfirmed erasures for operators; read when metrics are requested. */
@Injectable()
export class ErasureMetrics implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(private readonly pool: SqlPool) {}

  onApplicationBootstrap(): void {
    watchedReaders.add(this);
  }

  onApplicationShutdown(): void {
    watchedReaders.delete(this);
  }

  async outstanding(): Promise<Outstanding[]> {
    const { rows } = await this.pool.query<Outstanding>({
      name: 'erasures-outstanding',
      text: `SELECT service, count(*)::int AS count, extract(epoch FROM now() - min(asked_at))::int AS age
             FROM erasures WHERE confirmed_at IS NULL GROUP BY service`,
    });
    return rows;
  }
}
