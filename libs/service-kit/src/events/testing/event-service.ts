import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { Controller, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { discoveryCreated, type DataOf, type EventOf } from '@sprayhunt/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { DatabaseModule } from '../../database/database.module.js';
import { migratedDatabase } from '../../testing/harness/index.js';
import { testNats, type TestDatabase } from '../../testing/index.js';
import { EventsModule } from '../events.module.js';
import type { RetryPolicy } from '../listener.js';
import { eventsEntities, eventsMigrations } from '../index.js';
import { JetStreamStrategy } from '../jetstream.strategy.js';
import { OnEvent } from '../on-event.decorator.js';
import { Outbox } from '../outbox.js';

export type Created = EventOf<typeof discoveryCreated>;
export type Fault = (events: Created[], tx: EntityManager) => unknown;

/** A service in this process with a small ledger: `bookings` counts what each discovery earned. */
export interface EventService {
  dataSource: DataSource;
  outbox: Outbox;
  database: TestDatabase;
  stream: string;
  /** Makes the handler throw, or not. */
  fault: { current?: Fault };
  /** The sizes of the batches that the handler was called with. */
  batches: number[];
  create(count?: number): Promise<string[]>;
  booked(): Promise<Map<string, number>>;
  stop(): Promise<void>;
  /** A second process on the same database and stream. */
  again(): Promise<EventService>;
}

export const FAST_RETRIES: RetryPolicy = { maxFailures: 3, pauseAfter: () => 50 };

interface Options {
  database?: TestDatabase;
  stream?: string;
  natsUrl?: string;
  retry?: RetryPolicy;
  /** Without it, nothing is sent or received. */
  listening?: boolean;
}

export async function eventService({
  listening = true,
  retry = FAST_RETRIES,
  natsUrl = testNats(),
  ...given
}: Options = {}): Promise<EventService> {
  const database = given.database ?? (await migratedDatabase('discovery', { entities: [], migrations: [] }));
  const stream = given.stream ?? `test_${randomBytes(6).toString('hex')}`;
  const fault: { current?: Fault } = {};
  const batches: number[] = [];
  const config = {
    DATABASE_URL: database.url,
    DATABASE_POOL: 5,
    NATS_URL: natsUrl,
    STREAM: stream,
    STREAM_REPLICAS: 1,
    EVENT_ACK_WAIT_MS: 10_000,
  };
  @Module({
    imports: [
      DatabaseModule.for({
        name: 'discovery',
        config: { ...config, MODE: 'local', HOST: '127.0.0.1', PORT: 0 },
        entities: eventsEntities,
        migrations: eventsMigrations,
      }),
      EventsModule.for({ name: 'discovery', config, retry }),
    ],
    controllers: [bookingHandler(fault, batches)],
  })
  class ServiceUnderTest {}
  const app = await NestFactory.create(ServiceUnderTest, new FastifyAdapter(), { logger: false, abortOnError: false });
  const dataSource = app.get(DataSource);
  await dataSource.query(`CREATE TABLE IF NOT EXISTS bookings (discovery_id uuid NOT NULL, amount int NOT NULL)`);
  if (listening) {
    app.connectMicroservice({ strategy: app.get(JetStreamStrategy) });
    await app.startAllMicroservices();
  }
  const outbox = app.get(Outbox);
  return {
    dataSource,
    outbox,
    database,
    stream,
    fault,
    batches,
    create: (count = 1) =>
      dataSource.transaction(async (tx) => {
        const entries = Array.from({ length: count }, () => ({ data: discovery() }));
        await outbox.addMany(tx, discoveryCreated, entries);
        return entries.map(({ data }) => data.discoveryId);
      }),
    booked: async () => {
      const rows = await dataSource.query<{ discovery_id: string; amount: number }[]>(
        `SELECT discovery_id, sum(amount)::int AS amount FROM bookings GROUP BY 1`,
      );
      return new Map(rows.map((row) => [row.discovery_id, row.amount]));
    },
    stop: () => app.close(),
    again: () => eventService({ database, stream, natsUrl, retry }),
  };
}

function bookingHandler(fault: { current?: Fault }, batches: number[]): Type<object> {
  @Controller()
  class BookingHandler {
    @OnEvent(discoveryCreated, 'booking')
    async book(events: Created[], tx: EntityManager): Promise<void> {
      batches.push(events.length);
      await tx.query(`INSERT INTO bookings SELECT * FROM unnest($1::uuid[], $2::int[])`, [
        events.map(({ data }) => data.discoveryId),
        events.map(({ data }) => data.tokens),
      ]);
      await fault.current?.(events, tx);
    }
  }
  return BookingHandler;
}

export function discovery(): DataOf<typeof discoveryCreated> {
  return {
    discoveryId: uuidv7(),
    playerId: uuidv7(),
    role: 'photographer',
    pinType: 'tag',
    isFreshArt: false,
    tokens: 50,
    xp: 15,
    latitude: 45.5,
    longitude: -73.6,
    title: 'A wall',
    pictureId: null,
    hasDescription: true,
    createdAt: new Date().toISOString(),
  };
}
