// docs/operations/replay.md, carried out.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { discoveryCreated } from '@sprayhunt/contracts';
import { expect, it } from '@jest/globals';
import { expectBalance } from '../system/main-job.js';
import { expectInvariants } from '../system/invariants.js';
import { commandsOf, root } from './documented-commands.js';
import { asSuperuser, databaseOf, product } from './product.js';

/** Runs commands of the page, which end with an exit code of 0, and returns what the last of them prints. */
async function run(commands: string): Promise<unknown> {
  const env = { ...process.env, DATABASE_URL: databaseOf('users') };
  const { stdout } = await promisify(execFile)('sh', ['-euc', commands], { cwd: root, env });
  return JSON.parse(stdout);
}

it('dead letters are listed and replayed when the cause is mended', async () => {
  const { stack, players } = product;
  const [list, replay] = commandsOf('replay.md', 'Dead letters')[0]!.trim().split('\n') as [string, string];
  const { id } = await players[0]!.document();
  await expectInvariants(stack, players);
  // Made a dead letter by one process, and applied by another meanwhile.
  await asSuperuser(`INSERT INTO users.dead_letters (handler, event_id, subject, payload, error, deliveries)
    SELECT 'book-award', id, subject, event::text, 'the ledger was away', 8 FROM discovery.sent_events
      WHERE subject = '${discoveryCreated.subject}' AND event::text LIKE '%${id}%'`);
  expect(await run(list)).toMatchObject([{ handler: 'book-award', deliveries: 8, error: 'the ledger was away' }]);
  expect(await run(replay)).toEqual({ replayed: 1, failed: 0, waiting: 0 });
  expect(await run(list)).toEqual([]);
  await expectBalance(players[0]!, 50 * players[0]!.accepted.length);
  await expectInvariants(stack, players);
}, 120_000);

it('dead jobs are listed and run once more', async () => {
  const { stack, players } = product;
  const [list, replay] = commandsOf('replay.md', 'Dead jobs')[0]!.trim().split('\n') as [string, string];
  await asSuperuser(`SELECT users_jobs.add_job('send-message', json_build_object('messageId', gen_random_uuid()),
    job_key => 'dead');
    UPDATE users_jobs._private_jobs SET attempts = max_attempts, last_error = 'the provider was away'
      WHERE key = 'dead'`);
  expect(await run(list)).toMatchObject([{ job: 'send-message', error: 'the provider was away' }]);
  expect(await run(replay)).toEqual({ replayed: 1, failed: 0, waiting: 0 });
  expect(await run(list)).toEqual([]);
  await expectInvariants(stack, players);
}, 120_000);
