import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually, freePorts } from '@sprayhunt/service-kit/testing';
import pg from 'pg';

/** The user `nobody` of every Linux: PgBouncer refuses to run as root. */
const NOBODY_UID = 65_534;
const PATH = `${process.env['PATH']}:/usr/sbin`;

/** Whether PgBouncer is installed; Debian's package puts it where only root's PATH looks. */
export const hasPgBouncer = (() => {
  try {
    execFileSync('pgbouncer', ['--version'], { env: { PATH }, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

/** Connections of clients (`cl`) and to the server (`sv`). */
interface Pool {
  user: string;
  cl_active: number;
  cl_waiting: number;
  sv_active: number;
  sv_idle: number;
  sv_used: number;
}

export interface Pooler {
  /** `host:port` */
  address: string;
  /** What PgBouncer's `SHOW POOLS` says of one role. */
  poolOf(user: string): Promise<Pool>;
  stop(): Promise<void>;
}

/**
 * PgBouncer in transaction mode before the database at `adminUrl`. It accepts the database's users, looking roles
 * up there, and takes no parameter at the start of a connection that it does not know.
 * @param poolSize connections to the server for each role
 */
export async function startPooler(adminUrl: string, poolSize: number): Promise<Pooler> {
  const { hostname, port, username, password, pathname } = new URL(adminUrl);
  const [own] = (await freePorts(1)) as [number];
  const folder = mkdtempSync(path.join(tmpdir(), 'sprayhunt-pooler-'));
  const isRoot = process.getuid?.() === 0;
  const write = (name: string, lines: string[]) => {
    const file = path.join(folder, name);
    writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 });
    if (isRoot) chownSync(file, NOBODY_UID, NOBODY_UID);
    return file;
  };
  chmodSync(folder, 0o711);
  const settings = write('pgbouncer.ini', [
    '[databases]',
    `* = host=${hostname} port=${port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${own}`,
    'unix_socket_dir =',
    'pool_mode = transaction',
    `default_pool_size = ${poolSize}`,
    'auth_type = scram-sha-256',
    `auth_file = ${write('users.txt', [`"${username}" "${password}"`])}`,
    `auth_user = ${username}`,
    // Fifteen seconds by default, after a single refusal of the server.
    'server_login_retry = 1',
    `stats_users = ${username}`,
  ]);
  const child = spawn('pgbouncer', ['--quiet', settings], {
    env: { PATH },
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(isRoot && { uid: NOBODY_UID, gid: NOBODY_UID }),
  });
  let output = '';
  child.stderr.on('data', (chunk) => (output += chunk));
  const ended = new Promise((resolve) => child.once('close', resolve));
  const address = `127.0.0.1:${own}`;
  const through = async <T>(database: string, work: (client: pg.Client) => Promise<T>) => {
    const client = new pg.Client({ connectionString: `postgres://${username}:${password}@${address}${database}` });
    try {
      await client.connect();
      return await work(client);
    } finally {
      await client.end();
    }
  };
  await eventually(() => {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended: ${output}`);
    return through(pathname, (client) => client.query('SELECT 1'));
  });
  return {
    address,
    poolOf: (user) =>
      through('/pgbouncer', async (client) =>
        (await client.query<Pool>('SHOW POOLS')).rows.find((pool) => pool.user === user)!,
      ),
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
