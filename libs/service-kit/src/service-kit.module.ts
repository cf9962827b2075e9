import { Global, Module, type DynamicModule } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { CONFIG, type ServiceConfig } from './config/service-config.js';
import { DatabaseModule } from './database/database.module.js';
import { EventsRetention } from './events/events-retention.js';
import { EventsModule } from './events/index.js';
import { HealthController } from './health/health.controller.js';
import { PostgresMetrics } from './health/postgres-metrics.js';
import { Readiness } from './health/readiness.js';
import { IdempotencyModule } from './idempotency/idempotency.module.js';
import { AccessPlacement } from './identity/access-placement.js';
import { AccessGuard } from './identity/access.guard.js';
import { JobsModule, type JobsOptions } from './jobs/jobs.module.js';
import { withKitTables, type ServiceTables } from './service-tables.js';

export interface ServiceOptions extends ServiceTables {
  /** Also the name of the Postgres schema and the audience of the identity tokens. */
  name: string;
  config: ServiceConfig;
  /** The subgraph's `schema.graphql`; a service without one has no GraphQL. */
  schema?: URL;
  /** Mutations that store their `Idempotency-Key` themselves, with a batch of other requests. */
  batchedMutations?: readonly string[];
  jobs?: Omit<JobsOptions, 'name'>;
}

/** The base of every service: configuration, database, events, jobs, GraphQL, access, health. */
@Global()
@Module({})
export class ServiceKitModule {
  static forService({ name, config, schema, batchedMutations, jobs, ...tables }: ServiceOptions): DynamicModule {
    return {
      module: ServiceKitModule,
      imports: [
        DiscoveryModule,
        DatabaseModule.for({ name, config, ...withKitTables(tables) }),
        EventsModule.for({ name, config }),
        JobsModule.for({ name, ...jobs }),
        // A service without GraphQL does not load its packages.
        ...(schema
          ? [
              IdempotencyModule,
              import('./graphql/subgraph.module.js').then(({ subgraphModule }) =>
                subgraphModule({ name, config, schema, batchedMutations }),
              ),
            ]
          : []),
      ],
      controllers: [HealthController],
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: APP_GUARD, useClass: AccessGuard },
        AccessPlacement,
        Readiness,
        PostgresMetrics,
        EventsRetention,
      ],
      exports: [CONFIG, Readiness],
    };
  }
}
