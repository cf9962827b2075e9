/**
 * The other end of `bare-events.ts`: books the events of a batch in one statement. Its environment is that of
 * `program`, and the options of its connection to NATS as JSON.
 */
import { createServer } from 'node:http';
import { jetstream, type JsMsg } from '@nats-io/jetstream';
import { connect, type ConnectionOptions } from '@nats-io/transport-node';
import pg from 'pg';

interface PublishedEvent {
  id: string;
  data: { discoveryId: string; playerId: string; tokens: number };
}

const BATCH = 500;
const BOOK = `
  WITH events AS (SELECT * FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::integer[]) AS event (id, source_id,
    player_id, tokens)),
    fresh AS (INSERT INTO bench.inbox SELECT id FROM events ON CONFLICT DO NOTHING RETURNING event_id)
  INSERT INTO bench.transfers (source_id, reason, player_id, tokens) SELECT source_id, 'discovery', player_id, tokens
    FROM events JOIN fresh ON event_id = id`;

const client = new pg.Client(process.env['DATABASE_URL']);
await client.connect();
const connection = await connect(JSON.parse(process.env['NATS']!) as ConnectionOptions);
const consumer = await jetstream(connection).consumers.get('bench', 'booker');
const waiting: JsMsg[] = [];
let isBooking = false;

async function book(): Promise<void> {
  if (isBooking) return;
  isBooking = true;
  while (waiting.length > 0) {
    const batch = waiting.splice(0, BATCH);
    const events = batch.map((message) => message.json<PublishedEvent>());
    const values = [
      events.map(({ id }) => id),
      events.map(({ data }) => data.discoveryId),
      events.map(({ data }) => data.playerId),
      events.map(({ data }) => data.tokens),
    ];
    await client.query({ name: 'book', text: BOOK, values });
    for (const message of batch) message.ack();
  }
  isBooking = false;
}

await consumer.consume({
  max_messages: 1_000,
  callback: (message) => {
    waiting.push(message);
    void book();
  },
});

createServer((_request, response) => response.end()).listen(Number(process.env['PORT']), '127.0.0.1');
