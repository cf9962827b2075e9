import { Global, Module, type DynamicModule } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { CONFIG } from './config/config.token.js';
import type { ServiceConfig } from './config/service-config.js';
import { DatabaseModule } from './database/database.module.js';
import { EventsModule, eventsEntities, eventsMigrations, JetStreamStrategy } from './events/index.js';
import { subgraphModule } from './graphql/subgraph.module.js';
import { HealthController } from './health/health.controller.js';
import { Readiness } from './health/readiness.js';
import { AccessGuard } from './identity/access.guard.js';

export interface ServiceOptions {
  /** Also the name of the Postgres schema and the audience of the identity tokens. */
  name: string;
  config: ServiceConfig;
  entities: Function[];
  migrations: Function[];
  /** The subgraph's `schema.graphql`; a service without one answers no GraphQL. */
  schema?: URL;
  /** False for a program that neither publishes nor handles events durably. */
  events?: boolean;
}

/** The strategy that brings events to handlers, or null. */
export const EVENT_TRANSPORT = Symbol('event transport');

/** What every service stands on: configuration, database, events, GraphQL, access, health. */
@Global()
@Module({})
export class ServiceKitModule {
  static forService({ name, config, entities, migrations, schema, events = true }: ServiceOptions): DynamicModule {
    return {
      module: ServiceKitModule,
      imports: [
        DatabaseModule.for({
          name,
          config,
          entities: [...(events ? eventsEntities : []), ...entities],
          migrations: [...(events ? eventsMigrations : []), ...migrations],
        }),
        ...(events ? [EventsModule.for({ name, config })] : []),
        ...(schema ? [subgraphModule({ name, config, schema })] : []),
      ],
      controllers: [HealthController],
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: APP_GUARD, useClass: AccessGuard },
        events
          ? { provide: EVENT_TRANSPORT, useExisting: JetStreamStrategy }
          : { provide: EVENT_TRANSPORT, useValue: null },
        Readiness,
      ],
      exports: [CONFIG, Readiness],
    };
  }
}
