import { parseArgs } from 'node:util';
import { DataSource } from 'typeorm';
import { commandUrl } from '../commands/operator-command.js';
import { deadJobs, replayDeadJobs } from '../jobs/dead-jobs.js';
import { replayDeadLetters, type ReplayResult } from './dead-letters.js';
import { resendEvents } from './stream-watch.js';

const USAGE = `Manages the events and jobs in the database of one service, which DATABASE_URL names.
  dead-letters                            lists the events that could not be applied
  replay [--handler NAME] [--event ID]    has the running service retry them
  dead-jobs                               lists the jobs that failed for good
  replay-jobs [--job NAME] [--id ID]      has the running service retry them once
  resend                                  has the running service send all events of the last 30 days again, as after a loss of the stream`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { handler: { type: 'string' }, event: { type: 'string' }, job: { type: 'string' }, id: { type: 'string' } },
});
const dataSource = new DataSource({ type: 'postgres', url: commandUrl(), applicationName: 'events-command' });

const commands: Record<string, () => Promise<unknown>> = {
  'dead-letters': async () =>
    dataSource.query<object[]>(
      `SELECT handler, event_id, subject, deliveries, failed_at, split_part(error, E'\\n', 1) AS error
         FROM dead_letters WHERE replayed_at IS NULL ORDER BY failed_at`,
    ),
  replay: () => reported(replayDeadLetters(dataSource, { handler: values.handler, eventId: values.event })),
  'dead-jobs': () => deadJobs(dataSource),
  'replay-jobs': () => reported(replayDeadJobs(dataSource, { job: values.job, id: values.id })),
  resend: async () => {
    await resendEvents(dataSource);
    return { asked: true };
  },
};

async function reported(replay: Promise<ReplayResult>): Promise<ReplayResult> {
  const result = await replay;
  if (result.failed > 0 || result.waiting > 0) process.exitCode = 1;
  return result;
}

const command = commands[positionals[0] ?? ''];
if (!command || !commandUrl()) {
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
