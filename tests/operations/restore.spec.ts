// docs/operations/backup.md and restore.md, carried out: a machine is lost, and what was copied from it is all there
// is.
import { execFile } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { serviceNames } from '@sprayhunt/contracts';
import { type Stack, startStack } from '@sprayhunt/local';
import { eventually } from '@sprayhunt/service-kit/testing';
import { afterAll, expect, it } from '@jest/globals';
import { uploadPicture } from '../system/access/world.js';
import { expectInvariants, inDatabase } from '../system/invariants.js';
import { expectBalance, mainJob } from '../system/main-job.js';
import { Player, underLoad } from '../system/player.js';
import { commandsOf, pageOf, serverWithTools } from './documented-commands.js';

/** Of an operator: at most that much work is lost, and the product serves again within that time. */
const RPO_MS = 5 * 60_000;
const RTO_MS = 10 * 60_000;
/** 60 in docs/operations/backup.md. */
const ARCHIVE_TIMEOUT_SECONDS = 3;

const folder = mkdtempSync(path.join(tmpdir(), 'sprayhunt-restore-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const [DATA, BACKUPS, NEW] = ['lost', 'offsite', 'new'].map((name) => path.join(folder, name)) as [
  string,
  string,
  string,
];
/** What is in the copies when the machine is lost. */
const kept = path.join(folder, 'kept');

const backup = commandsOf('backup.md', 'A server of your own');
const restore = commandsOf('restore.md', 'A server of your own');

/** As the page quotes it. */
const LOGGED = /logs say `(.*?)`/.exec(pageOf('restore.md'))![1]!;

const tools = serverWithTools();
const ifThere = tools ? it : it.skip;

ifThere(
  'a restore into an empty folder from base backup, WAL and pictures keeps what was accepted, and everyone goes ' +
    'on; a NATS that was kept is noticed (needs pg_basebackup)',
  async () => {
    process.env.POSTGRES_BIN = tools;
    const stack = await startStack({ data: DATA, catalogues: false });
    const { uid, gid } = statSync(path.join(DATA, 'postgres/PG_VERSION'));
    const give = (folder: string) =>
      [folder, ...readdirSync(folder, { recursive: true }).map((name) => path.join(folder, String(name)))].forEach(
        (file) => chownSync(file, uid, gid),
      );
    // PostgreSQL's user passes through to the archive, as on a mounted disk.
    chmodSync(folder, 0o711);
    for (const folder of [BACKUPS, `${BACKUPS}/wal`, `${BACKUPS}/base`]) mkdirSync(folder, { mode: 0o755 });
    give(BACKUPS);
    const run = (commands: string, from = BACKUPS) =>
      sh(commands, { DATABASE_ADMIN_URL: stack.adminUrl, BACKUPS: from, DATA, NEW });
    const [archiving, baseBackup, files] = backup as [string, string, string];
    await run(archiving.replace("'60s'", `'${ARCHIVE_TIMEOUT_SECONDS}s'`));
    await stack.restartPostgres('fast');

    const players = await Promise.all([1, 2, 3].map(() => Player.signUp(stack.url)));
    const [first, second] = players as [Player, Player, Player];
    await first.document();
    await run(baseBackup);

    // What follows is in the WAL only.
    const picture = await addPicture(second);
    const load = underLoad(players, 50);
    await eventually(() => expect(Math.min(...players.map(({ accepted }) => accepted.length))).toBeGreaterThan(5));
    await load.stop();
    await expectInvariants(stack, players);
    // Accepted and sent, but not applied: the awards exist only in NATS, which is lost, and at the sender.
    await stack.stopService('users');
    await second.document();
    await eventually(async () =>
      expect(
        await inDatabase(stack, async (client) => (await client.query('SELECT 1 FROM discovery.outbox')).rowCount),
      ).toBe(0),
    );
    const counted = Date.now();
    const safe = new Map(players.map((player) => [player, player.accepted.length]));
    await archived(stack);
    const behind = Date.now() - counted;
    // Too late for the archive, for the most part.
    for (const player of players) await player.document();
    await run(files);
    // What is archived while the machine stops in order would not have been.
    cpSync(BACKUPS, kept, { recursive: true, filter: (file) => !file.endsWith('.part') });
    // In no copy, and yet in NATS.
    for (const player of players) await player.document();
    await stack.stop();
    cpSync(`${DATA}/nats`, `${folder}/nats`, { recursive: true });
    for (const folder of [DATA, BACKUPS]) rmSync(folder, { recursive: true });

    const began = Date.now();
    mkdirSync(NEW, { mode: 0o711 });
    for (const commands of restore) await run(commands, kept);
    give(`${NEW}/postgres`);
    // Against the instructions, the operator keeps NATS.
    cpSync(`${folder}/nats`, `${NEW}/nats`, { recursive: true });
    const restored = await startStack({ data: NEW, catalogues: false });
    try {
      const lostWorks = await removeLost(restored, players);
      for (const player of players) expect(player.accepted.length).toBeGreaterThanOrEqual(safe.get(player)!);
      const restoredAt = await first.elsewhere(restored.url);
      const elapsedMs = Date.now() - began;
      await eventuallyHeld();
      const transfers = async () =>
        (await inDatabase(restored, (client) => client.query('SELECT id FROM users.transfers ORDER BY id')))
          .rows as unknown;
      const booked = await transfers();
      first.accepted.push(await restoredAt.document());
      const unsent = async () =>
        (await inDatabase(restored, (client) => client.query('SELECT FROM discovery.outbox'))).rowCount;
      // Awards come within a second otherwise.
      await expect(
        eventually(async () => expect([await unsent(), await transfers()]).not.toEqual([1, booked]), {
          timeout: 3_000,
        }),
      ).rejects.toThrow(/^expect\(/);
      await restored.wipeNats();
      for (const player of players)
        await expectBalance(await player.elsewhere(restored.url), 50 * player.accepted.length);
      await expectInvariants(restored, players);

      const shown = await restoredAt.send('GET', picture);
      expect(shown.status).toBe(200);
      expect((await shown.arrayBuffer()).byteLength).toBeGreaterThan(50);
      await mainJob(restored.url);
      await addPicture(restoredAt);
      console.log(
        `Restored: archived ${(behind / 1_000).toFixed(1)} s after the writing with archive_timeout ` +
          `${ARCHIVE_TIMEOUT_SECONDS} s, ${lostWorks} works of the last moment lost, players back ` +
          `after ${(elapsedMs / 1_000).toFixed(1)} s`,
      );
      expect(behind).toBeLessThan(RPO_MS);
      expect(elapsedMs).toBeLessThan(RTO_MS);
    } finally {
      await restored.stop();
    }
  },
  240_000,
);

/** Every service reports that its stream is newer than the database. */
const eventuallyHeld = () =>
  eventually(() => {
    for (const name of serviceNames) expect(readFileSync(`${NEW}/logs/${name}.log`, 'utf8')).toContain(LOGGED);
  });

/** Runs commands of a page as a shell would, with PostgreSQL's programs on the PATH. */
const sh = (commands: string, variables: Record<string, string>) =>
  promisify(execFile)('sh', ['-euc', commands], {
    env: { ...process.env, ...variables, PATH: `${tools}:${process.env.PATH}` },
  });

/** Resolves when everything written until now is in the archive. */
async function archived(stack: Stack): Promise<void> {
  const now = await inDatabase(
    stack,
    async (client) =>
      (await client.query<{ wal: string }>(`SELECT pg_walfile_name(pg_current_wal_lsn()) AS wal`)).rows[0]!.wal,
  );
  await eventually(() => expect(readdirSync(`${BACKUPS}/wal`)).toContain(now), { timeout: 60_000 });
}

/** The last accepted works, which are lost; only the players know them, not the new machine. */
async function removeLost(stack: Stack, players: readonly Player[]): Promise<number> {
  const there = await inDatabase(
    stack,
    async (client) =>
      new Set((await client.query<{ id: string }>('SELECT id FROM discovery.discoveries')).rows.map(({ id }) => id)),
  );
  let count = 0;
  for (const { accepted } of players) {
    const kept = accepted.filter(({ id }) => there.has(id));
    count += accepted.length - kept.length;
    accepted.splice(0, accepted.length, ...kept);
  }
  return count;
}

/** @returns the path of a picture in the player's gallery */
async function addPicture(player: Player): Promise<string> {
  const imageUrl = await uploadPicture(player);
  const added = await player.send('POST', '/api/profile/art', { imageUrl, title: 'Kept' });
  expect(added.status).toBe(201);
  return imageUrl;
}
