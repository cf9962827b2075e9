import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { jetstream } from '@nats-io/jetstream';
import { discoveryCreated, serviceNames } from '@sprayhunt/contracts';
import { connectToNats, eventually } from '@sprayhunt/service-kit/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { world } from './access/world.js';
import { players } from './fault-players.js';
import { expectInvariants, expectSeen, inDatabase } from './invariants.js';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
/** Id of an event that holds nothing else. */
const UNREADABLE = '0190f7a0-0000-7000-8000-00000000beef';

describe('a message that no one can read', () => {
  const removeDeadLetters = () =>
    inDatabase(world.stack, (client) =>
      client.query(`DELETE FROM users.dead_letters; DELETE FROM media.dead_letters; DELETE FROM missions.dead_letters`),
    );
  // All later tests check dead letters, too.
  afterEach(removeDeadLetters);

  it('is put aside, counted in the metrics, listed and replayed by the command, and holds no one up', async () => {
    const nats = await connectToNats(world.stack.natsUrl);
    await jetstream(nats).publish(`sprayhunt.${discoveryCreated.subject}`, JSON.stringify({ id: UNREADABLE }));
    await nats.close();
    // By all who read this subject, and by no one else.
    await eventually(
      async () =>
        expect(await deadLetters()).toEqual([
          'media discovery-shows-picture',
          'missions complete-missions',
          'users book-award',
        ]),
      { timeout: 20_000 },
    );
    await eventually(
      async () =>
        expect(await (await fetch(world.stack.service('users').metricsUrl)).text()).toMatch(/^dead_letters 1$/m),
      { timeout: 20_000 },
    );
    await players[0]!.document();
    await expectInvariants(world.stack, players, { explained: 3 });

    const env = { ...process.env, DATABASE_URL: await usersDatabase() };
    const command = (...args: string[]) =>
      run(process.execPath, ['libs/service-kit/dist/events/cli.js', ...args], { cwd: root, env });
    expect(JSON.parse((await command('dead-letters')).stdout)).toMatchObject([
      { handler: 'book-award', event_id: UNREADABLE, deliveries: 1 },
    ]);
    const failure = (await command('replay', '--handler', 'book-award').catch((error: unknown) => error)) as {
      code: number;
      stdout: string;
    };
    expect(failure.code).toBe(1);
    expect(JSON.parse(failure.stdout)).toEqual({ replayed: 0, failed: 1, waiting: 0 });
    await removeDeadLetters();
    await expectInvariants(world.stack, players);
  });

  /** Service and handler of each dead letter of the unreadable event. */
  const deadLetters = (): Promise<string[]> =>
    inDatabase(world.stack, async (client) => {
      const each = serviceNames.map(
        (service) =>
          `SELECT '${service} ' || handler AS letter FROM ${service}.dead_letters WHERE event_id = '${UNREADABLE}'`,
      );
      return (await client.query<{ letter: string }>(`${each.join(' UNION ALL ')} ORDER BY letter`)).rows.map(
        ({ letter }) => letter,
      );
    });

  /** The superuser's address in the schema of users, which the command uses. */
  async function usersDatabase(): Promise<string> {
    const url = new URL(world.stack.adminUrl);
    url.searchParams.set('options', '-c search_path=users');
    return url.href;
  }
});

describe('the invariants', () => {
  const someone = `(SELECT account_id FROM users.player_statistics ORDER BY account_id LIMIT 1)`;
  const work = `(SELECT id FROM discovery.discoveries WHERE player_id IS NOT NULL ORDER BY id LIMIT 1)`;
  const [guest, account] = ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-000000000002'];
  const booking = `(SELECT id FROM users.transfers WHERE source_id = ${work}::text)`;

  it.each([
    [
      'an award without its discovery',
      `INSERT INTO users.transfers (id, debit_account_id, credit_account_id, amount, reason, source_id)
        SELECT gen_random_uuid(), debit_account_id, credit_account_id, amount, reason, 'nothing' FROM users.transfers
          WHERE id = ${booking}`,
    ],
    [
      'an award that was booked twice',
      `INSERT INTO users.transfers (id, debit_account_id, credit_account_id, amount, reason, source_id)
        SELECT gen_random_uuid(), debit_account_id, credit_account_id, amount, reason, source_id FROM users.transfers
          WHERE id = ${booking}`,
    ],
    ['an award that was not booked', `DELETE FROM users.transfers WHERE id = ${booking}`],
    ['an accepted discovery that is lost', `DELETE FROM discovery.discoveries WHERE id = ${work}`],
    [
      'a balance that is not the sum of its transfers',
      `UPDATE users.player_statistics SET tokens = tokens + 1, score = score + 1 WHERE account_id = ${someone}`,
    ],
    [
      'a count of discoveries that is wrong',
      `UPDATE users.player_statistics SET discoveries = discoveries + 1, score = score + 15
        WHERE account_id = ${someone}`,
    ],
    [
      'a withheld award that is never released',
      `UPDATE discovery.discoveries SET award_withheld = 50, award_at = now() - interval '1 hour' WHERE id = ${work}`,
    ],
    [
      'an event that was given up',
      `INSERT INTO missions.dead_letters (handler, event_id, subject, payload, error, deliveries)
        VALUES ('h', gen_random_uuid(), 's', '{}', 'e', 1)`,
    ],
    [
      'a live event that was booked at another reward',
      `UPDATE missions.live_events SET reward_tokens = reward_tokens + 1 WHERE settled_at IS NOT NULL`,
    ],
    [
      'a cart that a merged guest still has',
      `INSERT INTO users.erased_accounts (account_id, merged_into)
        VALUES ('${guest}', '${account}'); INSERT INTO commerce.carts (player_id, lines) VALUES ('${guest}', '[]')`,
    ],
  ])('would see %s', (_, damage) => expectSeen(world.stack, players, damage));
});
