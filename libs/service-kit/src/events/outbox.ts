import { Injectable } from '@nestjs/common';
import type { CloudEvent, DataOf, EventDefinition } from '@sprayhunt/contracts';
import {
  Column,
  type DataSource,
  Entity,
  type EntityManager,
  type EntitySubscriberInterface,
  PrimaryColumn,
} from 'typeorm';
import type { TransactionCommitEvent } from 'typeorm/subscriber/event/TransactionCommitEvent.js';
import { uuidv7 } from 'uuidv7';
import { namedQuery } from '../database/sql-pool.js';
import { traceparent } from '../logging/trace-context.js';

/** A committed event of this service that is not sent yet; once sent, it moves to `sent_events`. */
@Entity('outbox')
export class OutboxRow {
  /** UUIDv7 of the event, so the key is also in time order. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'outbox_pkey' })
  id: string;

  @Column('text')
  subject: string;

  /** The whole CloudEvents envelope. */
  @Column('json')
  event: unknown;
}

export interface AddOptions {
  /** The CloudEvents subject; by default the data field that the contract names. */
  subject?: string;
  /** The event that caused this one, and whose trace it continues. */
  cause?: Pick<CloudEvent<unknown>, 'traceparent'>;
}

/** In characters. A message that NATS rejects (1 MB by default) would block all others. */
const MAX_EVENT_LENGTH = 64 * 1024;

/** Marks transactions that wrote an event. */
const HAS_EVENTS = Symbol('has events');

/** An event as its row in the outbox. */
export interface PreparedEvent {
  id: string;
  subject: string;
  /** The whole envelope, as JSON. */
  json: string;
}

/** Publishes a service's events in the transaction that caused them. */
@Injectable()
export class Outbox {
  private wakeRelay?: () => void;

  constructor(readonly service: string) {}

  /**
   * Lets each commit of events wake the relay of this process directly, without a notification through Postgres.
   * @returns a function that detaches the relay
   */
  attachRelay(dataSource: DataSource, wake: () => void): () => void {
    const subscriber: EntitySubscriberInterface = {
      afterTransactionCommit: ({ queryRunner }: TransactionCommitEvent) => {
        const flags = queryRunner.data as Record<symbol, boolean | undefined>;
        if (flags[HAS_EVENTS]) wake();
        flags[HAS_EVENTS] = false;
      },
    };
    dataSource.subscribers.push(subscriber);
    this.wakeRelay = wake;
    return () => void dataSource.subscribers.splice(dataSource.subscribers.indexOf(subscriber), 1);
  }

  /**
   * Adds one event to the transaction `tx`.
   * @returns the id of the event
   * @throws ZodError if the data violates its contract; the transaction should then be rolled back
   */
  async add<D extends EventDefinition>(
    tx: EntityManager,
    event: D,
    data: DataOf<D>,
    options: AddOptions = {},
  ): Promise<string> {
    const [id] = await this.addMany(tx, event, [{ data, ...options }]);
    return id!;
  }

  /** Adds many events of one kind in one statement. */
  async addMany<D extends EventDefinition>(
    tx: EntityManager,
    event: D,
    entries: readonly (AddOptions & { data: DataOf<D> })[],
  ): Promise<string[]> {
    if (entries.length === 0) return [];
    if (!tx.queryRunner?.isTransactionActive)
      throw new Error(`${event.name} must be added in the transaction of its cause`);
    const events = entries.map((entry) => this.prepare(event, entry.data, entry));
    // A single text for all events, because an array would be escaped element by element.
    await namedQuery(
      tx,
      'outbox-add',
      `INSERT INTO outbox (id, subject, event) SELECT (event ->> 'id')::uuid, $1, event
        FROM json_array_elements($2::json) AS event`,
      [event.subject, `[${events.map(({ json }) => json).join(',')}]`],
    );
    await this.announce(tx);
    return events.map(({ id }) => id);
  }

  /**
   * Prepares an event for a statement that inserts it into `outbox` together with its cause; call `announce`
   * afterwards.
   * @throws ZodError if the data violates its contract
   */
  prepare<D extends EventDefinition>(event: D, data: DataOf<D>, options: AddOptions = {}): PreparedEvent {
    const envelope = this.envelope(event, data, options);
    const json = JSON.stringify(envelope);
    if (json.length > MAX_EVENT_LENGTH)
      throw new Error(`${event.name} is too long for an event; it should only contain ids and facts`);
    return { id: envelope.id, subject: event.subject, json };
  }

  /**
   * Wakes the relay: after the commit of the transaction of `manager`, or at once without a transaction. Only programs
   * without a relay (imports, commands) use NOTIFY: Postgres commits transactions with a NOTIFY one at a time, which
   * cost 16 writers two thirds of their throughput.
   */
  async announce(manager: EntityManager): Promise<void> {
    if (!this.wakeRelay) await manager.query(`SELECT pg_notify(current_schema() || '_events', '')`);
    else if (!manager.queryRunner) this.wakeRelay();
    else (manager.queryRunner.data as Record<symbol, boolean>)[HAS_EVENTS] = true;
  }

  private envelope<D extends EventDefinition>(
    event: D,
    data: DataOf<D>,
    { subject, cause }: AddOptions,
  ): CloudEvent<unknown> {
    if (event.owner !== this.service && event.owner !== 'services')
      throw new Error(`${event.name} is published by ${event.owner}, not by ${this.service}`);
    const checked = event.data.parse(data);
    const trace = cause?.traceparent ?? traceparent();
    return {
      specversion: '1.0',
      id: uuidv7(),
      source: `/services/${this.service}`,
      type: event.type,
      time: new Date().toISOString(),
      subject: subject ?? String(checked[event.about]),
      ...(trace && { traceparent: trace }),
      datacontenttype: 'application/json',
      data: checked,
    };
  }
}
