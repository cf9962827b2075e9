import { setTimeout as sleep } from 'node:timers/promises';
import {
  AckPolicy,
  type ConsumerMessages,
  DeliverPolicy,
  DiscardPolicy,
  jetstream,
  JetStreamApiError,
  type JetStreamClient,
  jetstreamManager,
  type JetStreamManager,
  type JsMsg,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import { connect, nanos, type NatsConnection, PermissionViolationError } from '@nats-io/transport-node';
import { inboxPrefix } from '@sprayhunt/contracts';
import { ACK_WAIT_MS, type ServiceConfig } from '../config/service-config.js';
import { log } from '../logging/log.js';

export interface NatsAddress {
  /** One or more comma-separated addresses, `nats://` or `tls://`; the first may contain a name and a password. */
  url: string;
  /** Override the credentials in the address. */
  user?: string;
  password?: string;
}

/** Splits the credentials off the first address, because the client takes them separately. */
export function natsServers({ url, user, password }: NatsAddress): { servers: string[]; user?: string; pass?: string } {
  const servers = url.split(',').map((address) => new URL(address.includes('://') ? address : `nats://${address}`));
  const [first] = servers as [URL];
  const name = user ?? decodeURIComponent(first.username);
  return {
    servers: servers.map(({ protocol, host }) => `${protocol}//${host}`),
    ...(name && { user: name, pass: password ?? decodeURIComponent(first.password) }),
  };
}

export interface BusOptions extends NatsAddress {
  /** The service; NATS sends replies to a subject that only it may subscribe to. */
  service: string;
  /** Name of the stream, and first token of every subject in it. */
  stream: string;
  /** Name of the connection in the server's log. */
  name: string;
  /** Number of servers that store the stream when it is created; 1 by default. */
  replicas?: number;
  /** Milliseconds after which an unacknowledged message is redelivered, for example after a killed process. */
  ackWait?: number;
}

/** A message to publish. */
export interface Message {
  /** The server drops a message whose id it has stored within its deduplication window. */
  id: string;
  /** Without the stream's name. */
  subject: string;
  payload: string;
}

export type BusConfig = Pick<
  ServiceConfig,
  'NATS_URL' | 'NATS_USER' | 'NATS_PASSWORD' | 'STREAM' | 'STREAM_REPLICAS' | 'EVENT_ACK_WAIT_MS'
>;

/** Creation time, which distinguishes a stream from a later one with the same name. */
export interface StreamState {
  created: string;
  lastSequence: number;
  /** Whether the last message on a subject can be read. */
  isDirect: boolean;
}

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Retention of the stream; the outbox keeps events longer and can send them again. */
export const STREAM_AGE_MS = 7 * DAY_MS;
/** The server deduplicates message ids for this long; the inboxes do so for longer. */
const DUPLICATE_WINDOW_MS = 2 * 60 * 1_000;
/** Maximum number of unacknowledged messages of one handler. */
const MAX_ACK_PENDING = 2_000;
const RECONNECT_MS = 250;
const REQUEST_TIMEOUT_MS = 5_000;
/** Other services send their queued events within this time after a reconnection. */
const SETTLED_MS = 60_000;

const STREAM_NOT_FOUND = 10_059;
/** NATS error: the stream exists with other settings. */
const CONSUMER_EXISTS = 10_148;

/** The connection to NATS and its stream. Handles a server that is down and the loss of its store. */
export class Bus {
  private connection?: NatsConnection;
  private client?: JetStreamClient;
  private manager?: JetStreamManager;
  private isConnected = false;
  /** Time of the last connection, by the clock of `performance`. */
  private connectedAt = Number.NEGATIVE_INFINITY;
  private closing = false;
  private connecting?: Promise<void>;
  private readonly watchers = new Set<() => void>();
  /** Aborted when the connection is lost. */
  private disconnected = new AbortController();
  private hasWarned = false;

  constructor(private readonly options: BusOptions) {}

  /** Starts to connect with unlimited retries and returns at once: services run while NATS is down. */
  open(): void {
    this.connecting ??= this.connectWithRetry();
  }

  get connected(): boolean {
    return this.isConnected;
  }

  /** Whether it has been connected for long enough that other services have sent their queued events. */
  get settled(): boolean {
    return this.isConnected && performance.now() - this.connectedAt > SETTLED_MS;
  }

  get stream(): string {
    return this.options.stream;
  }

  private get replicas(): number {
    return this.options.replicas ?? 1;
  }

  get ackWait(): number {
    return this.options.ackWait ?? ACK_WAIT_MS;
  }

  /** Calls `watcher` after the first connection and each one after it. */
  onConnect(watcher: () => void): void {
    this.watchers.add(watcher);
    if (this.isConnected) watcher();
  }

  /** Creates the stream if it is missing. */
  async ensureStream(): Promise<StreamState> {
    const { streams } = this.requireManager();
    const info = await streams.info(this.stream).catch((error: unknown) => {
      if (!isCode(error, STREAM_NOT_FOUND)) throw error;
      log.warn({ stream: this.stream }, 'The stream does not exist; creating it');
      return streams.add({
        name: this.stream,
        subjects: [`${this.stream}.>`],
        retention: RetentionPolicy.Limits,
        storage: StorageType.File,
        discard: DiscardPolicy.Old,
        max_age: nanos(STREAM_AGE_MS),
        duplicate_window: nanos(DUPLICATE_WINDOW_MS),
        num_replicas: this.replicas,
        allow_direct: true,
      });
    });
    this.checkReplicas(info.config.num_replicas);
    return { created: String(info.created), lastSequence: info.state.last_seq, isDirect: info.config.allow_direct };
  }

  /**
   * The text of the last message on a subject of the stream.
   * @throws PermissionViolationError
   */
  async lastMessageText(subject: string): Promise<string | undefined> {
    const message = await this.requireManager()
      .direct.getMessage(this.stream, { last_by_subj: `${this.stream}.${subject}` })
      .catch((error: Error) => {
        throw error.cause instanceof PermissionViolationError ? error.cause : error;
      });
    return message?.string();
  }

  /** Warns about another number of replicas: no service may change the stream, so an operator has to. */
  private checkReplicas(current: number): void {
    if (current === this.replicas || this.hasWarned) return;
    this.hasWarned = true;
    log.warn(
      { stream: this.stream, present: current, wanted: this.replicas },
      `The stream's number of replicas differs from STREAM_REPLICAS; change it with: nats stream ` +
        `edit ${this.stream} --replicas ${this.replicas}`,
    );
  }

  /**
   * Publishes messages and waits for the server's confirmation of each.
   * @returns the position of each message in the stream, or the reason why it was not stored
   * @throws if the connection is lost meanwhile; messages may be stored nevertheless
   */
  publish(messages: readonly Message[]): Promise<PromiseSettledResult<number>[]> {
    const { client, disconnected: lost } = this;
    if (!client || !this.isConnected) return Promise.reject(new Error('NATS is not available'));
    return new Promise((resolve, reject) => {
      const onLost = () => reject(new Error('the connection to NATS was lost'));
      lost.signal.addEventListener('abort', onLost);
      const confirmations = messages.map(async ({ id, subject, payload }) => {
        const confirmation = await client.publish(`${this.stream}.${subject}`, payload, { msgID: id });
        return confirmation.seq;
      });
      void Promise.allSettled(confirmations)
        .then(resolve)
        .finally(() => lost.signal.removeEventListener('abort', onLost));
    });
  }

  /** Creates stream and durable consumer if they are missing, and passes arriving messages to `onMessage`. */
  async consume(
    durable: string,
    subject: string,
    batch: number,
    onMessage: (message: JsMsg) => void,
  ): Promise<ConsumerMessages> {
    await this.ensureStream();
    const { consumers } = this.requireManager();
    const settings = {
      filter_subject: `${this.stream}.${subject}`,
      ack_wait: nanos(this.ackWait),
      max_ack_pending: MAX_ACK_PENDING,
      // The service decides when to stop retrying, after real failures; a crash loop must not use up the server's
      // delivery count.
      max_deliver: -1,
    };
    await consumers
      .add(this.stream, {
        ...settings,
        durable_name: durable,
        ack_policy: AckPolicy.Explicit,
        deliver_policy: DeliverPolicy.All,
      })
      .catch((error: unknown) => {
        if (!isCode(error, CONSUMER_EXISTS)) throw error;
        return consumers.update(this.stream, durable, settings);
      });
    const consumer = await this.client!.consumers.get(this.stream, durable);
    return consumer.consume({
      max_messages: batch,
      expires: 5_000,
      idle_heartbeat: 1_000,
      abort_on_missing_resource: true,
      callback: onMessage,
    });
  }

  /** Number of messages that a durable consumer has not received or not acknowledged. */
  async backlog(durable: string): Promise<number> {
    const { num_pending, num_ack_pending } = await this.requireManager().consumers.info(this.stream, durable);
    return num_pending + num_ack_pending;
  }

  /** An ephemeral consumer of one subject, starting at a time. */
  async readFrom(subject: string, since: Date, onMessage: (message: JsMsg) => void): Promise<ConsumerMessages> {
    await this.ensureStream();
    const consumer = await this.client!.consumers.get(this.stream, {
      filter_subjects: `${this.stream}.${subject}`,
      deliver_policy: DeliverPolicy.StartTime,
      opt_start_time: since.toISOString(),
    });
    return consumer.consume({
      max_messages: 500,
      expires: 5_000,
      idle_heartbeat: 1_000,
      abort_on_missing_resource: true,
      callback: onMessage,
    });
  }

  async close(): Promise<void> {
    this.closing = true;
    await this.connecting;
    // drain() flushes buffered acknowledgements; without a server it would wait for nothing.
    if (this.isConnected) await this.connection?.drain().catch(() => undefined);
    else await this.connection?.close();
    this.isConnected = false;
  }

  private async connectWithRetry(): Promise<void> {
    for (let attempt = 0; !this.closing; attempt += 1) {
      try {
        this.connection = await connect({
          ...natsServers(this.options),
          name: this.options.name,
          inboxPrefix: inboxPrefix(this.options.service),
          // After a rotation, the new password may reach the server and this service at different times.
          ignoreAuthErrorAbort: true,
          maxReconnectAttempts: -1,
          reconnectTimeWait: RECONNECT_MS,
          pingInterval: 10_000,
          timeout: 5_000,
          // Otherwise each published message would cost two stack traces.
          noAsyncTraces: true,
        });
        this.client = jetstream(this.connection, { timeout: REQUEST_TIMEOUT_MS });
        this.manager = await jetstreamManager(this.connection, { timeout: REQUEST_TIMEOUT_MS, checkAPI: false });
        void this.watch(this.connection);
        this.markConnected();
        return;
      } catch (error) {
        this.connectedAt = performance.now();
        if (attempt % 40 === 0) log.warn({ err: error }, 'NATS cannot be reached; retrying');
        await sleep(RECONNECT_MS);
      }
    }
  }

  private async watch(connection: NatsConnection): Promise<void> {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') {
        this.isConnected = false;
        this.disconnected.abort();
        if (!this.closing) log.warn('NATS is down; events wait in the outbox');
      }
      if (status.type === 'error') log.warn({ err: status.error }, 'NATS reports an error');
      if (status.type === 'reconnect') {
        log.info('NATS is back');
        this.connectedAt = performance.now();
        this.markConnected();
      }
    }
  }

  private markConnected(): void {
    this.isConnected = true;
    this.disconnected = new AbortController();
    for (const watcher of this.watchers) watcher();
  }

  private requireManager(): JetStreamManager {
    if (!this.manager) throw new Error('not connected to NATS yet');
    return this.manager;
  }
}

/** The bus options from a service's configuration. */
export function busOptions(
  { NATS_URL, NATS_USER, NATS_PASSWORD, STREAM, STREAM_REPLICAS, EVENT_ACK_WAIT_MS }: BusConfig,
  service: string,
  name = service,
): BusOptions {
  return {
    url: NATS_URL,
    user: NATS_USER,
    password: NATS_PASSWORD,
    stream: STREAM,
    replicas: STREAM_REPLICAS,
    service,
    name,
    ackWait: EVENT_ACK_WAIT_MS,
  };
}

const isCode = (error: unknown, code: number): boolean => error instanceof JetStreamApiError && error.code === code;
