import { Global, Module, type DynamicModule } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ErasedAccounts } from '../erasure/erased-accounts.js';
import { Bus, busOptions, type BusConfig } from './bus.js';
import { DEFAULT_RETRIES, type RetryPolicy } from './listener.js';
import { JetStreamStrategy } from './jetstream.strategy.js';
import { Notifications } from './notifications.js';
import { Outbox } from './outbox.js';

export interface EventsOptions {
  /** The service, as contracts name their owner. */
  name: string;
  config: BusConfig;
  retry?: RetryPolicy;
}

/**
 * Outgoing and incoming events. Sending and listening start when the application connects `JetStreamStrategy` as a
 * microservice.
 */
@Global()
@Module({})
export class EventsModule {
  static for({ name, config, retry = DEFAULT_RETRIES }: EventsOptions): DynamicModule {
    const outbox = new Outbox(name);
    return {
      module: EventsModule,
      providers: [
        { provide: Outbox, useValue: outbox },
        ErasedAccounts,
        Notifications,
        {
          provide: JetStreamStrategy,
          inject: [DataSource, Notifications],
          useFactory: (dataSource: DataSource, notifications: Notifications) =>
            new JetStreamStrategy(name, dataSource, new Bus(busOptions(config, name)), outbox, retry, notifications),
        },
      ],
      exports: [Outbox, ErasedAccounts, Notifications, JetStreamStrategy],
    };
  }
}
