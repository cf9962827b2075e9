import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { DataOf, EventDefinition, EventOf } from '@sprayhunt/contracts';
import { uuidv7 } from 'uuidv7';
import { eventually } from '../eventually.js';
import { connectToNats } from '../test-servers.js';

let latest = 0;

/** Now, but later than the event before: of two that are about the same thing, handlers let the later one decide. */
function nextTime(): Date {
  latest = Math.max(Date.now(), latest + 1);
  return new Date(latest);
}

/** An event as its owner publishes it. */
export function eventOf<D extends EventDefinition>(definition: D, data: DataOf<D>, time = nextTime()): EventOf<D> {
  return {
    specversion: '1.0',
    id: uuidv7(),
    source: `/services/${definition.owner}`,
    type: definition.type,
    time: time.toISOString(),
    subject: String((data as Record<string, unknown>)[definition.about]),
    datacontenttype: 'application/json',
    data: data as EventOf<D>['data'],
  };
}

/** The stream of one test, published to as other services do. */
export class EventStream {
  private connection?: Promise<NatsConnection>;
  private created?: Promise<unknown>;

  constructor(readonly name: string) {}

  /** Publishes in order. Duplicates with the same id are delivered too. */
  async publish(...events: EventOf<EventDefinition>[]): Promise<void> {
    this.connection ??= connectToNats();
    const stream = jetstream(await this.connection);
    // By the service, which may be ready a moment before.
    this.created ??= stream.jetstreamManager().then((manager) => eventually(() => manager.streams.info(this.name)));
    await this.created;
    for (const event of events) await stream.publish(`${this.name}.${event.type}`, JSON.stringify(event));
  }

  async remove(): Promise<void> {
    this.connection ??= connectToNats();
    const connection = await this.connection;
    await (await jetstreamManager(connection)).streams.delete(this.name).catch(() => undefined);
    await connection.close();
  }
}
