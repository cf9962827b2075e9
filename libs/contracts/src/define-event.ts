import { z } from 'zod';
import type { ServiceName } from './services.js';

/** The only publisher of an event; `services` means that each service publishes it about itself. */
export type EventOwner = ServiceName | 'services';

/** One published event contract: its name, its publisher and its data. */
export interface EventDefinition<S extends z.ZodObject = z.ZodObject> {
  /** PascalCase name in the past tense, for example `DiscoveryCreated`. */
  readonly name: string;
  /** Starts at 1. Optional additions keep it; any other change needs a new version beside the old one. */
  readonly version: number;
  /** The only service that publishes it, or `services` if each does; `source` then names the service. */
  readonly owner: EventOwner;
  /** `<owner>.<name-in-kebab>.v<version>`: the subject on the bus, below the name of the stream. */
  readonly subject: string;
  /** CloudEvents `type`; equal to the subject. */
  readonly type: string;
  /** One sentence for `docs/events.md`. */
  readonly description: string;
  /** The data field used as CloudEvents `subject`, unless the publisher sets one. */
  readonly about: string;
  readonly data: S;
}

/** CloudEvents 1.0 attributes with the trace context extension, and typed data. */
export interface CloudEvent<T> {
  specversion: '1.0';
  /** UUIDv7; also the bus's message id and the key of the inbox. */
  id: string;
  /** `/services/<owner>`. */
  source: string;
  type: string;
  /** ISO 8601 in UTC: when the publishing transaction wrote it. */
  time: string;
  /** Id of the event's subject. */
  subject: string;
  /** W3C trace context of the request that caused it. */
  traceparent?: string;
  datacontenttype: 'application/json';
  data: T;
}

/** The event of a definition, as handlers receive it. */
export type EventOf<D extends EventDefinition> = CloudEvent<z.infer<D['data']>>;

/** The data that `Outbox.add` expects for a definition. */
export type DataOf<D extends EventDefinition> = z.input<D['data']>;

export function defineEvent<S extends z.ZodObject>(event: {
  name: string;
  version: number;
  owner: EventOwner;
  description: string;
  about: Extract<keyof z.infer<S>, string>;
  data: S;
}): EventDefinition<S> {
  const kebab = event.name.replace(/(?<!^)([A-Z])/g, '-$1').toLowerCase();
  const subject = `${event.owner}.${kebab}.v${event.version}`;
  return Object.freeze({ ...event, subject, type: subject });
}

/** Schema of the envelope of one definition; listeners parse messages with it. */
export function envelopeOf<S extends z.ZodObject>(event: EventDefinition<S>) {
  return z.object({
    specversion: z.literal('1.0'),
    id: z.uuid(),
    source: z.string().min(1),
    type: z.literal(event.type),
    time: z.iso.datetime(),
    subject: z.string().min(1),
    traceparent: z.string().optional(),
    datacontenttype: z.literal('application/json'),
    data: event.data,
  });
}
