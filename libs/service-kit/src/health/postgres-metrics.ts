import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import { Gauge } from 'prom-client';
import { DataSource } from 'typeorm';
import { poolOf } from '../database/database.module.js';
import { tableGauges } from './table-gauges.js';

const pools = new Set<Pool>();
const connections = new Gauge({
  name: 'postgres_pool_connections',
  help: "Connections of this process's pool that are `busy` or `idle`, and calls that are `waiting` for one",
  labelNames: ['state'],
});
const maxPoolConnections = new Gauge({
  name: 'postgres_pool_connections_max',
  help: "Connections that this process's pool opens at most",
});

/** Called before the other gauges are read: their own queries would be counted. */
export function updatePoolGauges(): void {
  const sum = (of: (pool: Pool) => number) => [...pools].reduce((total, pool) => total + of(pool), 0);
  connections.set(
    { state: 'busy' },
    sum((pool) => pool.totalCount - pool.idleCount),
  );
  connections.set(
    { state: 'idle' },
    sum((pool) => pool.idleCount),
  );
  connections.set(
    { state: 'waiting' },
    sum((pool) => pool.waitingCount),
  );
  maxPoolConnections.set(sum((pool) => pool.options.max));
}

/** What Postgres counts of the whole database; every service sees the same. */
interface DatabaseFigures {
  connections: number;
  most: number;
  commits: number;
  rollbacks: number;
  read: number;
  hit: number;
  deadlocks: number;
  bytes: number;
  oldest: number;
}

const figureOf = (field: keyof DatabaseFigures) => (figures: DatabaseFigures[]) => figures[0]![field];

const startGauges = tableGauges<DatabaseFigures>({
  postgres_connections: { help: 'Connections to the database, of all programs', value: figureOf('connections') },
  postgres_connections_max: { help: 'Connections that the server accepts', value: figureOf('most') },
  postgres_commits: {
    help: 'Transactions committed in the database since its statistics began',
    value: figureOf('commits'),
  },
  postgres_rollbacks: {
    help: 'Transactions rolled back in the database since its statistics began',
    value: figureOf('rollbacks'),
  },
  postgres_blocks_read: {
    help: "Blocks that were not in the server's memory since its statistics began",
    value: figureOf('read'),
  },
  postgres_blocks_hit: {
    help: "Blocks that were in the server's memory since its statistics began",
    value: figureOf('hit'),
  },
  postgres_deadlocks: { help: 'Deadlocks in the database since its statistics began', value: figureOf('deadlocks') },
  postgres_database_bytes: { help: 'Size of the database on its disk', value: figureOf('bytes') },
  postgres_transaction_age_seconds: {
    help: "Age of the oldest running transaction of the service's role",
    value: (figures) => Math.max(...figures.map(({ oldest }) => oldest)),
  },
});

/** A role sees when transactions of its own began, and of others only that they are connected. */
const SELECT_FIGURES = `
  SELECT numbackends AS connections, current_setting('max_connections')::int AS most, xact_commit::float AS commits,
    xact_rollback::float AS rollbacks,
         blks_read::float AS read, blks_hit::float AS hit, deadlocks::float, pg_database_size(datid)::float AS bytes,
         coalesce((SELECT extract(epoch FROM now() - min(xact_start)) FROM pg_stat_activity
           WHERE usename = current_user), 0)::float AS oldest
    FROM pg_stat_database WHERE datname = current_database()`;

/** Gauges of the process's pool and of its database, read when metrics are requested. */
@Injectable()
export class PostgresMetrics implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly pool: Pool;
  private stopGauges?: () => void;

  constructor(private readonly dataSource: DataSource) {
    this.pool = poolOf(dataSource) as unknown as Pool;
  }

  onApplicationBootstrap(): void {
    pools.add(this.pool);
    this.stopGauges = startGauges(() => this.dataSource.query<DatabaseFigures[]>(SELECT_FIGURES));
  }

  onApplicationShutdown(): void {
    pools.delete(this.pool);
    this.stopGauges?.();
  }
}
