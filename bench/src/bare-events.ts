import { AckPolicy, jetstream, type JetStreamClient, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { natsServers, uuidv7 } from '@sprayhunt/service-kit';
import { freePorts } from '@sprayhunt/service-kit/testing';
import type { Stack } from '@sprayhunt/local';
import pg from 'pg';
import { program } from './program.js';
import { BATCH, discoveryOf, type EventPipeline } from './publishing.js';

const TABLES = `
  CREATE TABLE bench.outbox (id uuid PRIMARY KEY, event json NOT NULL);
  CREATE TABLE bench.inbox (event_id uuid PRIMARY KEY);
  CREATE TABLE bench.transfers (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), source_id text NOT NULL,
    reason text NOT NULL, player_id uuid NOT NULL, tokens integer NOT NULL, UNIQUE (reason, source_id))`;

/**
 * The least that takes events from one commit to another, each once: an outbox, one message an event, all of a batch
 * published before the first reply, and a program that books a batch in one statement (`bare-booker.ts`). `pg` and the
 * NATS client alone: no contracts, traces, dead letters, retries, balances, ranks or further handlers.
 */
export class BareEvents implements EventPipeline {
  readonly ledger = 'bench';
  private sending?: Promise<void>;
  private isWoken = false;

  private constructor(
    private readonly client: pg.Client,
    private readonly relay: pg.Client,
    private readonly connection: NatsConnection,
    private readonly stream: JetStreamClient,
    private readonly booker: { pid(): number; stop(): Promise<void> },
    private readonly players: readonly string[],
  ) {}

  /** After the schema `bench` exists. */
  static async open({ adminUrl, natsUrl }: Stack, players: readonly string[]): Promise<BareEvents> {
    const [client, relay] = [new pg.Client(adminUrl), new pg.Client(adminUrl)];
    await Promise.all([client.connect(), relay.connect()]);
    await client.query(TABLES);
    const address = natsServers({ url: natsUrl });
    const connection = await connect(address);
    const manager = await jetstreamManager(connection);
    await manager.streams.add({ name: 'bench', subjects: ['bench.>'] });
    await manager.consumers.add('bench', { durable_name: 'booker', ack_policy: AckPolicy.Explicit });
    const [port] = (await freePorts(1)) as [number];
    const booker = await program('bare-booker.js', port, { DATABASE_URL: adminUrl, NATS: JSON.stringify(address) });
    return new BareEvents(client, relay, connection, jetstream(connection), booker, players);
  }

  /** Of the program that books. */
  pid(): number {
    return this.booker.pid();
  }

  async publishOne(round: string): Promise<void> {
    await this.client.query('BEGIN');
    await this.publish(round, 1);
    await this.commit();
  }

  async prepareMany(round: string, count: number): Promise<() => Promise<void>> {
    await this.client.query('BEGIN');
    for (let published = 0; published < count; published += BATCH) await this.publish(round, BATCH);
    return () => this.commit();
  }

  async close(): Promise<void> {
    await this.sending;
    await this.booker.stop();
    await (await jetstreamManager(this.connection)).streams.delete('bench');
    await this.connection.close();
    await Promise.all([this.client.end(), this.relay.end()]);
  }

  private async publish(round: string, count: number): Promise<void> {
    const events = Array.from({ length: count }, () => ({ id: uuidv7(), data: discoveryOf(this.players) }));
    await this.client.query({
      name: 'publish',
      text: `INSERT INTO bench.outbox SELECT (event ->> 'id')::uuid, event FROM json_array_elements($1::json) AS event`,
      values: [JSON.stringify(events)],
    });
    await this.client.query({
      name: 'published',
      text: `INSERT INTO bench.published SELECT $1, unnest($2::text[])`,
      values: [round, events.map(({ data }) => data.discoveryId)],
    });
  }

  private async commit(): Promise<void> {
    await this.client.query('COMMIT');
    this.isWoken = true;
    this.sending ??= this.send().finally(() => (this.sending = undefined));
  }

  private async send(): Promise<void> {
    while (this.isWoken) {
      this.isWoken = false;
      while ((await this.sendBatch()) === BATCH);
    }
  }

  private async sendBatch(): Promise<number> {
    await this.relay.query('BEGIN');
    const { rows } = await this.relay.query<{ id: string; event: string }>({
      name: 'take',
      text: `SELECT id, event::text FROM bench.outbox ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
    });
    await Promise.all(rows.map(({ id, event }) => this.stream.publish('bench.discovery', event, { msgID: id })));
    await this.relay.query({
      name: 'sent',
      text: `DELETE FROM bench.outbox WHERE id = ANY($1)`,
      values: [rows.map(({ id }) => id)],
    });
    await this.relay.query('COMMIT');
    return rows.length;
  }
}
