import { parseArgs } from 'node:util';
import { DataSource } from 'typeorm';
import { replayDeadLetters } from './dead-letters.js';
import { resendEvents } from './stream-watch.js';

const USAGE = `Works on the database of one service, which DATABASE_URL names.
  dead-letters                            lists the events that were given up
  replay [--handler NAME] [--event ID]    has the running service try them again
  resend                                  has the running service send everything of the last 30 days again, as after a loss of the stream`;

const { positionals, values } = parseArgs({ allowPositionals: true, options: { handler: { type: 'string' }, event: { type: 'string' } } });
const dataSource = new DataSource({ type: 'postgres', url: process.env['DATABASE_URL'], applicationName: 'events-command' });

const commands: Record<string, () => Promise<unknown>> = {
  'dead-letters': async () =>
    dataSource.query<object[]>(
      `SELECT handler, event_id, subject, deliveries, failed_at, split_part(error, E'\\n', 1) AS error
         FROM dead_letters WHERE replayed_at IS NULL ORDER BY failed_at`,
    ),
  replay: async () => {
    const result = await replayDeadLetters(dataSource, { handler: values.handler, eventId: values.event });
    if (result.failed > 0 || result.waiting > 0) process.exitCode = 1;
    return result;
  },
  resend: async () => {
    await resendEvents(dataSource);
    return { asked: true };
  },
};

const command = commands[positionals[0] ?? ''];
if (!command || !process.env['DATABASE_URL']) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  await dataSource.initialize();
  try {
    console.log(JSON.stringify(await command(), null, 2));
  } finally {
    await dataSource.destroy();
  }
}
